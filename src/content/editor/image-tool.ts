import type { BlockAPI, BlockTool, BlockToolConstructorOptions } from "@editorjs/editorjs";
import { m } from "../../messages/messages.js";
import { pictureHref } from "./session.ts";

type ImageData = { key: string; caption: string };
/** `choose` lets the operator pick or upload a picture; null where they cancel. */
export type ImageConfig = { choose: (current: string) => Promise<string | null> };

/** A picture of the venue by its key. Its alternative text and focal point belong to the picture, not to the text. */
export class ImageTool implements BlockTool {
  static get toolbox() {
    return {
      title: m.operators_ui_image(),
      icon: '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5"><path d="M3 4h14v12H3zM3 13l4-4 4 4 2-2 4 4"/></svg>',
    };
  }

  static get sanitize() {
    return { key: false, caption: { br: true } };
  }

  readonly #choose: ImageConfig["choose"];
  readonly #block: BlockAPI;
  #key: string;
  readonly #caption = document.createElement("figcaption");
  readonly #picture = document.createElement("button");

  constructor({ data, config, block }: BlockToolConstructorOptions<Partial<ImageData>, ImageConfig>) {
    this.#key = data.key ?? "";
    this.#choose = config?.choose ?? (() => Promise.resolve(null));
    this.#block = block;
    this.#caption.contentEditable = "true";
    this.#caption.innerHTML = data.caption ?? "";
    this.#caption.dataset["placeholder"] = m.operators_ui_caption();
    this.#caption.setAttribute("role", "textbox");
    this.#caption.setAttribute("aria-label", m.operators_ui_caption());
  }

  render(): HTMLElement {
    const figure = document.createElement("figure");
    figure.className = "op-image";
    this.#picture.type = "button";
    this.#picture.className = "op-image-choose";
    this.#picture.addEventListener("click", () => void this.#ask());
    this.#show();
    figure.append(this.#picture, this.#caption);
    return figure;
  }

  rendered(): void {
    if (this.#key === "") void this.#ask();
  }

  save(): ImageData {
    return { key: this.#key, caption: this.#caption.innerHTML };
  }

  validate({ key }: ImageData): boolean {
    return key !== "";
  }

  async #ask(): Promise<void> {
    const chosen = await this.#choose(this.#key);
    if (chosen === null) return;
    this.#key = chosen;
    this.#show();
    this.#block.dispatchChange();
  }

  #show(): void {
    const label = document.createElement("span");
    label.textContent = m.operators_ui_image_choose();
    if (this.#key === "") return this.#picture.replaceChildren(label);
    const image = document.createElement("img");
    image.src = pictureHref(this.#key);
    image.alt = this.#key;
    this.#picture.replaceChildren(image, label);
  }
}
