import type { API, BlockTool, BlockToolConstructorOptions } from "@editorjs/editorjs";
import { m } from "../../messages/messages.js";

type QuoteData = { text: string; caption: string };

/** A quotation and its author. */
export class QuoteTool implements BlockTool {
  static get toolbox() {
    return {
      title: m.operators_ui_quote(),
      icon: '<svg width="20" height="20" viewBox="0 0 20 20"><path fill="currentColor" d="M4 5h5v5l-2 5H5l1-5H4zm7 0h5v5l-2 5h-2l1-5h-2z"/></svg>',
    };
  }

  static get sanitize() {
    return { text: { br: true }, caption: { br: true } };
  }

  static get conversionConfig() {
    return { export: "text", import: (text: string): QuoteData => ({ text, caption: "" }) };
  }

  readonly #api: API;
  readonly #data: QuoteData;
  #text: HTMLElement | null = null;
  #caption: HTMLElement | null = null;

  constructor({ api, data }: BlockToolConstructorOptions<Partial<QuoteData>>) {
    this.#api = api;
    this.#data = { text: data.text ?? "", caption: data.caption ?? "" };
  }

  render(): HTMLElement {
    const quote = document.createElement("blockquote");
    this.#text = this.#line(this.#data.text, m.operators_ui_quote_text());
    this.#caption = this.#line(this.#data.caption, m.operators_ui_quote_caption());
    this.#caption.className += " op-quote-caption";
    quote.append(this.#text, this.#caption);
    return quote;
  }

  save(): QuoteData {
    return { text: this.#text?.innerHTML ?? "", caption: this.#caption?.innerHTML ?? "" };
  }

  validate({ text }: QuoteData): boolean {
    return text.trim() !== "";
  }

  #line(html: string, placeholder: string): HTMLElement {
    const line = document.createElement("div");
    line.className = this.#api.styles.input;
    line.contentEditable = "true";
    line.dataset["placeholder"] = placeholder;
    line.setAttribute("role", "textbox");
    line.setAttribute("aria-label", placeholder);
    line.innerHTML = html;
    return line;
  }
}
