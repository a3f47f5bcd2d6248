import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";

/**
 * The scanner's place: hidden until a script has found a camera (scanner.ts), which it names here, with the decoder's own file and
 * what to say where the camera is refused.
 */
export function CardScanner({ script, wasm }: { script: string; wasm: string }) {
  return (
    <section
      className="scanner"
      aria-label={m.card_scanner()}
      data-scanner={script}
      data-wasm={wasm}
      data-refused={m.card_camera_refused()}
      data-failed={m.card_camera_failed()}
      hidden
    >
      <div className="scanner-view">
        {/* Live pictures of one's own camera have nothing to caption. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video muted playsInline aria-label={m.card_scanner_view()} />
        <i className="scanner-frame" aria-hidden="true" />
        <button className="round scanner-torch" type="button" aria-pressed="false" data-torch hidden>
          <Icon name="flashlight" />
          <span className="heard">{m.card_torch()}</span>
        </button>
      </div>
      <p className="scanner-told" role="status" data-told={m.card_scanner_hint()}>
        {m.card_scanner_hint()}
      </p>
      <button className="button button-line" type="button" data-manual>
        <Icon name="keyboard" />
        {m.card_link_manual()}
      </button>
    </section>
  );
}
