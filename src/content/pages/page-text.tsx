import { use } from "react";
import type { PageText } from "../page.server.ts";
import { Blocks } from "./blocks.tsx";
import { Editable } from "../editing/editing.tsx";
import { IsEditing } from "../../ui/is-editing.ts";

/** A text of the venue between the blocks of a page. An empty one renders nothing, except for an operator. */
export function PageTextSection({ text }: { text: PageText }) {
  const isEditing = use(IsEditing);
  if (text.document.blocks.length === 0 && !isEditing) return null;
  return (
    <section className="section">
      <div className="column">
        <Editable contentKey={text.key} document={text.document}>
          <Blocks document={text.document} pictures={text.pictures} />
        </Editable>
      </div>
    </section>
  );
}
