import { Icon } from "./icon.tsx";

/** `position` is the counter's sentence, with `{at}` where the number of the picture stands. */
type LightboxWords = { close: string; previous: string; next: string; position: string };
type LightboxProps = { id: string; label: string; words: LightboxWords };

/** The frame of a lightbox. `lightbox.ts` fills its row from the gallery that names it, when it is first opened. */
export function Lightbox({ id, label, words }: LightboxProps) {
  return (
    <dialog className="lightbox" id={id} aria-label={label} suppressHydrationWarning>
      <div className="lightbox-top">
        <p className="small quiet figures" aria-live="polite" data-position={words.position} suppressHydrationWarning>
          {""}
        </p>
        <button className="round" type="button" aria-label={words.close} data-close>
          <Icon name="x" />
        </button>
      </div>
      <div className="lightbox-row" data-row tabIndex={-1} suppressHydrationWarning>
        {""}
      </div>
      <div className="lightbox-foot">
        <p data-caption suppressHydrationWarning>
          {""}
        </p>
        <div className="lightbox-arrows">
          <button
            className="round round-line"
            type="button"
            aria-label={words.previous}
            data-step="-1"
            suppressHydrationWarning
          >
            <Icon name="caret-left" small />
          </button>
          <button
            className="round round-line"
            type="button"
            aria-label={words.next}
            data-step="1"
            suppressHydrationWarning
          >
            <Icon name="caret-right" small />
          </button>
        </div>
      </div>
    </dialog>
  );
}
