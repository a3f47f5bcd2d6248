/* oxlint-disable jsx-a11y/no-autofocus -- only on the first invalid field of an answered form */
import { type ComponentProps, type RefObject, useEffect, useEffectEvent, useId, useRef } from "react";
import { m } from "../../messages/messages.js";
import { useHydrated } from "../hooks/use-server-markup.ts";
import { LINK, markupOf, nodesOf } from "./rich-markup.ts";

type RichAreaProps = ComponentProps<"textarea"> & { label: string };

/**
 * A text area for formatted text. Once React runs, an editable area shows the text as it will look; the hidden text area beneath it is
 * kept up to date, so that the form still sends a plain field.
 */
export function RichArea({ label, autoFocus, ...props }: RichAreaProps) {
  const isWritten = useHydrated();
  const area = useRef<HTMLTextAreaElement>(null);
  const editable = useRef<HTMLDivElement>(null);
  if (!isWritten) return <textarea ref={area} autoFocus={autoFocus} {...props} />;
  return (
    <>
      <EditableArea
        label={label}
        isFocused={autoFocus === true}
        described={props}
        // Text typed into the area before React ran is taken over.
        begin={() => area.current?.value ?? ""}
        onWrite={(markup) => {
          if (area.current !== null) area.current.value = markup;
        }}
        editable={editable}
      />
      {/* A click on the label, or on the link of a problem, focuses the area, which passes the focus on. */}
      <textarea
        ref={area}
        {...props}
        className="heard"
        aria-hidden
        tabIndex={-1}
        onFocus={() => editable.current?.focus()}
      />
    </>
  );
}

type EditableAreaProps = {
  editable: RefObject<HTMLDivElement | null>;
  label: string;
  isFocused: boolean;
  begin: () => string;
  onWrite: (markup: string) => void;
  described: Pick<RichAreaProps, "aria-invalid" | "aria-describedby">;
};

/** The editable area. React does not manage its content. Pasted content is inserted as plain text, and drops are ignored. */
function EditableArea({ editable, label, isFocused, begin, onWrite, described }: EditableAreaProps) {
  const id = useId();
  const fill = useEffectEvent(() => {
    editable.current?.replaceChildren(...nodesOf(begin()));
    if (isFocused) editable.current?.focus();
  });
  useEffect(() => fill(), []);
  return (
    <>
      <Tools editable={editable} label={label} controls={id} />
      <div
        ref={editable}
        id={id}
        className="desk-editable"
        contentEditable
        suppressContentEditableWarning
        role="textbox"
        tabIndex={0}
        aria-multiline
        aria-label={label}
        aria-invalid={described["aria-invalid"]}
        aria-describedby={described["aria-describedby"]}
        onInput={({ currentTarget }) => onWrite(markupOf(currentTarget))}
        onPaste={(event) => {
          event.preventDefault();
          document.execCommand("insertText", false, event.clipboardData.getData("text/plain"));
        }}
        onDrop={(event) => event.preventDefault()}
        onFocus={() => document.execCommand("defaultParagraphSeparator", false, "p")}
      />
    </>
  );
}

type ToolsProps = { editable: RefObject<HTMLElement | null>; label: string; controls: string };

function Tools({ editable, label, controls }: ToolsProps) {
  const command = (name: string, value?: string) => () => void document.execCommand(name, false, value);
  const tools: [words: string, act: () => void][] = [
    [m.desk_rich_bold(), command("bold")],
    [m.desk_rich_italic(), command("italic")],
    [m.desk_rich_heading(), toggleHeading],
    [m.desk_rich_list(), command("insertUnorderedList")],
    [m.desk_rich_link(), askLink],
  ];
  return (
    <div className="desk-rich-tools" role="toolbar" aria-label={label} aria-controls={controls}>
      {tools.map(([words, act]) => (
        <button
          key={words}
          type="button"
          // Keeps the selection in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            editable.current?.focus();
            act();
          }}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

function toggleHeading(): void {
  const isHeading = /^h[2-4]$/i.test(document.queryCommandValue("formatBlock"));
  document.execCommand("formatBlock", false, isHeading ? "p" : "h3");
}

function askLink(): void {
  const href = prompt(m.desk_rich_link_ask(), "https://");
  if (href !== null) document.execCommand(LINK.test(href) ? "createLink" : "unlink", false, href);
}
