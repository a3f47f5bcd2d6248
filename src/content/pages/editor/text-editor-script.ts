import type { TextEditorScript } from "./text-editor.ts";

type EditorWindow = Window & { baizeEditor?: TextEditorScript };
let coming: Promise<TextEditorScript> | null = null;

/** The text editor comes with the first text that is opened, once; a load that failed may be tried again. */
export function loadTextEditor(address: string): Promise<TextEditorScript> {
  coming ??= load(address).catch((error: unknown) => {
    coming = null;
    throw error;
  });
  return coming;
}

function load(address: string): Promise<TextEditorScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.addEventListener("load", () => {
      const { baizeEditor } = window as EditorWindow;
      if (baizeEditor === undefined) reject(new Error("The text editor did not come"));
      else resolve(baizeEditor);
    });
    script.addEventListener("error", () => reject(new Error("The text editor did not come")));
    document.head.append(script);
  });
}
