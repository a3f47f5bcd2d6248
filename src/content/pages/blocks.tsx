import type { Block, BlockDocument } from "../contract.ts";
import type { PictureView } from "../../ui/pictures/picture-view.ts";
import type { Heading } from "../headings.server.ts";
import { Html } from "../../ui/document/html.tsx";
import { outbound } from "./outbound.ts";
import { Picture } from "../../ui/pictures/picture.tsx";

type BlocksProps = {
  /** As its loader sanitised it (`sanitiseDocument`). */
  document: BlockDocument;
  /** The pictures that the text shows, by key. */
  pictures: Record<string, PictureView>;
  /** Headings that other places of the page lead to. */
  headings?: readonly Heading[];
};

/** A text block's Editor.js document as a page shows it. */
export function Blocks({ document, pictures, headings = [] }: BlocksProps) {
  return (
    <div className="prose">
      {document.blocks.map((block, at) => (
        // A document has no other identity for its blocks than their place.
        <BlockOf key={at} block={block} pictures={pictures} id={headings.find((heading) => heading.at === at)?.id} />
      ))}
    </div>
  );
}

type BlockProps = { block: Block; pictures: BlocksProps["pictures"]; id: string | undefined };

function BlockOf({ block, pictures, id }: BlockProps) {
  switch (block.type) {
    case "paragraph":
      return <Html html={outbound(block.data.text)} />;
    case "header":
      return <Header level={block.data.level} text={outbound(block.data.text)} id={id} />;
    case "list":
      return <List items={block.data.items} isOrdered={block.data.style === "ordered"} />;
    case "quote":
      return <Html as="blockquote" html={outbound(block.data.text)} />;
    case "image": {
      const view = pictures[block.data.key];
      if (view === undefined) return null;
      return (
        <figure>
          <Picture view={view} sizes="(min-width: 900px) 40rem, 90vw" ratio="3:2" />
          {block.data.caption ? <Html as="figcaption" html={outbound(block.data.caption)} /> : null}
        </figure>
      );
    }
  }
}

function Header({ level, text, id }: { level: number; text: string; id: string | undefined }) {
  if (level === 2) return <Html as="h2" id={id} html={text} />;
  return <Html as={level === 3 ? "h3" : "h4"} html={text} />;
}

function List({ items, isOrdered }: { items: string[]; isOrdered: boolean }) {
  const rows = items.map((item, at) => <Html as="li" key={at} html={outbound(item)} />);
  return isOrdered ? <ol>{rows}</ol> : <ul>{rows}</ul>;
}
