/**
 * The part of Editor.js that we use, as documented. Its own types are TypeScript sources with enums, which our compiler
 * options refuse.
 */
export type OutputBlockData = { type: string; data: Record<string, unknown> };
export type OutputData = { blocks: OutputBlockData[] };
export type API = { styles: { input: string } };
export type BlockAPI = { dispatchChange: () => void };
export type BlockTool = { render: () => HTMLElement; save: (element: HTMLElement) => object };
export type BlockToolConstructorOptions<Data extends object = object, Config extends object = object> = {
  api: API;
  data: Data;
  config?: Config;
  block: BlockAPI;
};
export type ToolConstructable = new (options: never) => BlockTool;

export type EditorConfig = {
  holder: HTMLElement;
  data: OutputData;
  autofocus: boolean;
  minHeight: number;
  placeholder: string;
  style: { nonce: string };
  onChange: () => void;
  tools: Record<string, { class: ToolConstructable; inlineToolbar?: boolean; config?: object; toolbox?: unknown }>;
  i18n: { messages: object };
};

export default class EditorJS {
  constructor(config: EditorConfig);
  isReady: Promise<void>;
  save(): Promise<OutputData>;
  render(data: OutputData): Promise<void>;
  destroy(): void;
  blocks: { clear(): Promise<void>; delete(index: number): void };
}
