import type { Block } from "../contract.ts";
import { pictureHref } from "./session.ts";

/** Blocks without the page's styles, for comparing versions. The server has sanitised their markup. */
export function BlockText({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, at) => <OneBlock key={at} block={block} />);
}

function OneBlock({ block }: { block: Block }) {
  const html = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } });
  switch (block.type) {
    case "paragraph":
      return <p {...html(block.data.text)} />;
    case "header":
      return <p className={`op-heading op-heading-${block.data.level}`} {...html(block.data.text)} />;
    case "list": {
      const items = block.data.items.map((item, at) => <li key={at} {...html(item)} />);
      return block.data.style === "ordered" ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "quote":
      return <blockquote {...html(`${block.data.text}${block.data.caption ? ` – ${block.data.caption}` : ""}`)} />;
    case "image":
      return <img src={pictureHref(block.data.key, 300)} alt={block.data.key} />;
  }
}
