import type { ToolConstructable } from "@editorjs/editorjs";

/** What we use of the header and list tools; their own types import Editor.js's sources. */
declare const tool: ToolConstructable & { toolbox: unknown };
export default tool;
