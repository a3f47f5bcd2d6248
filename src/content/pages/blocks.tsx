import type { Block, BlockDocument, PictureView } from "../contract.ts";
import type { Heading } from "../headings.server.ts";
import { sanitiseInline } from "../sanitise.server.ts";
import { outbound } from "./outbound.ts";
import { Picture } from "./picture.tsx";

type BlocksProps = {
  document: BlockDocument;
  picture: (key: string) => PictureView;
  /** Headings that other places of the page lead to. */
  headings?: readonly Heading[];
};

/** A text block's Editor.js document as a page shows it. A block that cannot be shown leaves the others alone. */
export function Blocks({ document, picture, headings = [] }: BlocksProps) {
  return (
    <div className="prose">
      {document.blocks.map((block, at) => (
        // A document has no other identity for its blocks than their place, and never changes under React.
        <BlockOf key={at} block={block} picture={picture} id={headings.find((heading) => heading.at === at)?.id} />
      ))}
    </div>
  );
}

type BlockProps = { block: Block; picture: BlocksProps["picture"]; id: string | undefined };

function BlockOf({ block, picture, id }: BlockProps) {
  switch (block.type) {
    case "paragraph":
      return <p dangerouslySetInnerHTML={inline(block.data.text)} />;
    case "header":
      return <Header level={block.data.level} text={block.data.text} id={id} />;
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

function Header({ level, text, id }: { level: number; text: string; id: string | undefined }) {
  if (level === 2) return <h2 id={id} dangerouslySetInnerHTML={inline(text)} />;
  return level === 3 ? <h3 dangerouslySetInnerHTML={inline(text)} /> : <h4 dangerouslySetInnerHTML={inline(text)} />;
}

function List({ items, isOrdered }: { items: string[]; isOrdered: boolean }) {
  const rows = items.map((item, at) => <li key={at} dangerouslySetInnerHTML={inline(item)} />);
  return isOrdered ? <ol>{rows}</ol> : <ul>{rows}</ul>;
}

function inline(text: string): { __html: string } {
  return { __html: outbound(sanitiseInline(text)) };
}
