import { nonce } from "./nonced-styles.ts";
import EditorJS from "@editorjs/editorjs";
import Header from "@editorjs/header";
import EditorjsList from "@editorjs/list";
import { m } from "../../messages/messages.js";
import type { BlockDocument } from "../contract.ts";
import { fromEditor, toEditor } from "./editor-blocks.ts";
import { ImageTool, type ImageConfig } from "./image-tool.ts";
import { QuoteTool } from "./quote-tool.ts";

/** An open text editor. */
export type OpenText = {
  read: () => Promise<BlockDocument>;
  show: (document: BlockDocument) => Promise<void>;
  close: () => Promise<void>;
};
type OpenOptions = {
  holder: HTMLElement;
  document: BlockDocument;
  onChange: () => void;
  choosePicture: ImageConfig["choose"];
};

const pages = document;
/**
 * Editors of one place are opened and closed one after the other: an editor that is not ready cannot be destroyed, and
 * two in one place would overwrite each other.
 */
const turns = new WeakMap<HTMLElement, Promise<unknown>>();

/**
 * Opens Editor.js in a place of the page. May be called again for the same place before the last editor is gone, as
 * React's strict mode does: there is one editor at a time.
 */
export async function openText({ holder, document, onChange, choosePicture }: OpenOptions): Promise<OpenText> {
  await turns.get(holder);
  let isShowing = false;
  const editor = new EditorJS({
    holder,
    data: { blocks: toEditor(document) },
    autofocus: true,
    minHeight: 40,
    placeholder: m.operators_ui_placeholder(),
    style: { nonce },
    onChange: () => {
      if (!isShowing) onChange();
    },
    tools: toolsOf(choosePicture),
    i18n: { messages: messages() },
  });
  const ready = editor.isReady;
  turns.set(holder, ready);
  await ready;
  const listening = new AbortController();
  deleteWhatIsSelected(editor, holder, listening.signal);
  return {
    read: async () => fromEditor((await editor.save()).blocks),
    async show(document_) {
      isShowing = true;
      await editor.render({ blocks: toEditor(document_) });
      // Editor.js reports its own rendering as a change a moment later.
      setTimeout(() => (isShowing = false), 500);
    },
    async close() {
      listening.abort();
      const gone = ready.then(() => editor.destroy());
      turns.set(holder, gone);
      await gone;
    },
  };
}

/**
 * Deletes the blocks that show as selected. By itself Editor.js deletes a letter at the caret or nothing, depending on
 * the focus.
 */
function deleteWhatIsSelected(editor: EditorJS, holder: HTMLElement, signal: AbortSignal): void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Backspace" && event.key !== "Delete") return;
    const blocks = [...holder.querySelectorAll(".ce-block")];
    const selected = blocks.flatMap((block, at) => (block.classList.contains("ce-block--selected") ? [at] : []));
    if (selected.length === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (selected.length === blocks.length) void editor.blocks.clear();
    else for (const at of selected.toReversed()) editor.blocks.delete(at);
  };
  document.addEventListener("keydown", onKey, { capture: true, signal });
}

function toolsOf(choose: ImageConfig["choose"]) {
  const lists = EditorjsList.toolbox;
  return {
    header: {
      class: Header,
      inlineToolbar: true,
      config: { levels: [2, 3, 4], defaultLevel: 2, placeholder: m.operators_ui_heading() },
    },
    list: {
      class: EditorjsList,
      inlineToolbar: true,
      config: { defaultStyle: "unordered", maxLevel: 1 },
      // Drops the checklist: pages do not show it.
      toolbox: Array.isArray(lists) ? lists.slice(0, 2) : lists,
    },
    quote: { class: QuoteTool, inlineToolbar: true },
    image: { class: ImageTool, inlineToolbar: true, config: { choose } },
  };
}

/** The editor's French texts; its English ones are built in. */
function messages() {
  if (pages.documentElement.lang === "en") return {};
  return {
    ui: {
      blockTunes: { toggler: { "Click to tune": "Réglages", "or drag to move": "ou glisser pour déplacer" } },
      inlineToolbar: { converter: { "Convert to": "Convertir en" } },
      toolbar: { toolbox: { Add: "Ajouter" } },
      popover: { Filter: "Rechercher", "Nothing found": "Rien trouvé", "Convert to": "Convertir en" },
    },
    toolNames: {
      Text: "Texte",
      Heading: "Titre",
      List: "Liste",
      "Unordered List": "Liste à puces",
      "Ordered List": "Liste numérotée",
      Checklist: "Liste à cocher",
      Link: "Lien",
      Bold: "Gras",
      Italic: "Italique",
      "Heading 2": "Titre 2",
      "Heading 3": "Titre 3",
      "Heading 4": "Titre 4",
    },
    tools: {
      link: { "Add a link": "Ajouter un lien" },
      stub: { "The block can not be displayed correctly.": "Ce bloc ne peut pas s’afficher." },
      list: { Ordered: "Numérotée", Unordered: "À puces", "Start with": "Commencer à", "Counter type": "Numérotation" },
    },
    blockTunes: {
      delete: { Delete: "Supprimer", "Click to delete": "Cliquer pour supprimer" },
      moveUp: { "Move up": "Monter" },
      moveDown: { "Move down": "Descendre" },
    },
  };
}
