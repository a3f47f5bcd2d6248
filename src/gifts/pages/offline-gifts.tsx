import { m } from "../../messages/messages.js";
import { grouped } from "../../ui/figures/grouped.ts";
import { QrCode } from "../../ui/qr-code.tsx";
import type { KeptGift } from "../view.server.ts";

/** The available gifts below the card on the offline page. Each opens its code without script. */
export function OfflineGifts({ gifts }: { gifts: KeptGift[] }) {
  return (
    <section className="snapshot-gifts" aria-labelledby="cadeaux">
      <h2 id="cadeaux">{m.gifts_title()}</h2>
      {gifts.map(({ code, lines, expiry, qr }) => (
        <details key={code}>
          <summary>
            <b>{lines.join(" ")}</b>
            {expiry !== null && <small className="figures">{m.gifts_valid_until({ date: expiry })}</small>}
          </summary>
          <div className="plaque qr-plaque">
            <QrCode qr={qr} label={m.gifts_qr({ code: grouped(code) })} />
            <p className="code figures">{grouped(code)}</p>
          </div>
        </details>
      ))}
    </section>
  );
}
