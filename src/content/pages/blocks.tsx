import type { Block, BlockDocument, PictureView } from "../contract.ts";
import { sanitiseInline } from "../sanitise.server.ts";
import { Picture } from "./picture.tsx";

type BlocksProps = { document: BlockDocument; picture: (key: string) => PictureView };

/** A text block's Editor.js document as a page shows it. A block that cannot be shown leaves the others alone. */
export function Blocks({ document, picture }: BlocksProps) {
  return (
    <div className="prose">
      {document.blocks.map((block, at) => (
        // A document has no other identity for its blocks than their place, and never changes under React.
        <BlockOf key={at} block={block} picture={picture} />
      ))}
    </div>
  );
}

function BlockOf({ block, picture }: { block: Block; picture: BlocksProps["picture"] }) {
  switch (block.type) {
    case "paragraph":
      return <p dangerouslySetInnerHTML={inline(block.data.text)} />;
    case "header":
      return <Header level={block.data.level} text={block.data.text} />;
    case "list":
      return <List items={block.data.items} isOrdered={block.data.style === "ordered"} />;
    case "quote":
      return <blockquote dangerouslySetInnerHTML={inline(block.data.text)} />;
    case "image":
      return (
        <figure>
          <Picture view={picture(block.data.key)} sizes="(min-width: 900px) 40rem, 90vw" ratio="3:2" />
          {block.data.caption ? <figcaption dangerouslySetInnerHTML={inline(block.data.caption)} /> : null}
        </figure>
      );
  }
}

function Header({ level, text }: { level: number; text: string }) {
  if (level === 2) return <h2 dangerouslySetInnerHTML={inline(text)} />;
  return level === 3 ? <h3 dangerouslySetInnerHTML={inline(text)} /> : <h4 dangerouslySetInnerHTML={inline(text)} />;
}

function List({ items, isOrdered }: { items: string[]; isOrdered: boolean }) {
  const rows = items.map((item, at) => <li key={at} dangerouslySetInnerHTML={inline(item)} />);
  return isOrdered ? <ol>{rows}</ol> : <ul>{rows}</ul>;
}

function inline(text: string): { __html: string } {
  return { __html: sanitiseInline(text) };
}
