import { use } from "react";
import type { TextSlotView } from "../text-slots.server.ts";
import { Blocks } from "./blocks.tsx";
import { Editable } from "../editing/editing.tsx";
import { IsEditing } from "../../ui/is-editing.ts";

/** A text of the venue between the blocks of a page. An empty one renders nothing, except for an operator. */
export function TextSlot({ slot }: { slot: TextSlotView }) {
  const isEditing = use(IsEditing);
  if (slot.document.blocks.length === 0 && !isEditing) return null;
  return (
    <section className="section text-slot">
      <div className="column">
        <Editable contentKey={slot.key} document={slot.document}>
          <Blocks document={slot.document} pictures={slot.pictures} />
        </Editable>
      </div>
    </section>
  );
}
