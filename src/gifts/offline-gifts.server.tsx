import type { SnapshotPart } from "../loyalty/offline-card/page.tsx";
import { m } from "../messages/messages.js";
import { grouped } from "../ui/figures/grouped.ts";
import { QrCode } from "../ui/qr-code.tsx";
import { keptGifts, type KeptGift } from "./view.server.ts";

/** The gifts in a member's offline snapshot; null if there are none. */
export const offlineGifts: SnapshotPart = async (world, venue, member, locale) => {
  const gifts = await keptGifts(world, { venue, locale }, member);
  return gifts.length === 0 ? null : <OfflineGifts key="gifts" gifts={gifts} />;
};

/** The available gifts below the card on the offline page. Each opens its code without script. */
function OfflineGifts({ gifts }: { gifts: KeptGift[] }) {
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
