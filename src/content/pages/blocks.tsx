import type { Block, BlockDocument } from "../contract.ts";
import type { PictureView } from "../../ui/pictures/picture-view.ts";
import type { Heading } from "../headings.server.ts";
import { Html } from "../../ui/document/html.tsx";
import { outbound } from "./outbound.ts";
import { Picture } from "../../ui/pictures/picture.tsx";

type BlocksProps = {
  /** Sanitised by the loader (`sanitiseDocument`). */
  document: BlockDocument;
  /** The pictures of the text, by key. */
  pictures: Record<string, PictureView>;
  /** Headings that get an anchor. */
  headings?: readonly Heading[];
};

/** Draws the Editor.js document of a text block. */
export function Blocks({ document, pictures, headings = [] }: BlocksProps) {
  return (
    <div className="prose">
      {document.blocks.map((block, at) => (
        // The index is the only identity of a block.
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
