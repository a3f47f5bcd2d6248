import type { ToolConstructable } from "@editorjs/editorjs";

/** What we use of the heading's and the list's tool; their own types lead into Editor.js's sources. */
declare const tool: ToolConstructable & { toolbox: unknown };
export default tool;
