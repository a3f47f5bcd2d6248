import { m } from "../../messages/messages.js";
import { CopyCode } from "../../ui/forms/copy-code.tsx";
import { grouped } from "../../ui/figures/grouped.ts";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import type { CardView } from "../card-view.server.ts";
import "./card.css";

/** A name with more letters takes a third line on the narrowest card. */
const SHORT_NAME = 44;

/** The drawn card, dark on the light page. Without a holder it is the one in the menu. */
export function CardObject({ program, holder, birthday }: Pick<CardView, "program"> & Partial<CardView>) {
  return (
    <div className="holder-card">
      <i className="holder-card-sheen" />
      <p className="holder-card-program">{program}</p>
      <Ornament shape="mark" />
      {holder !== undefined && (
        <p className="holder-card-holder" data-long={holder.length > SHORT_NAME || undefined}>
          <span className="holder-card-name">{holder}</span> {birthday && <span className="figures">{birthday}</span>}
        </p>
      )}
    </div>
  );
}

/** The card with its QR code, in the popup, on the page to print and, with `isStill`, on the offline page without scripts. */
export function CardFace({ card, isStill = false }: { card: CardView; isStill?: boolean }) {
  return (
    <>
      <CardObject {...card} />
      <div className="plaque qr-plaque" data-haptic>
        <QrCode qr={card.qr} label={m.card_qr_label({ program: card.program })} />
        {isStill ? (
          <p className="code figures">{grouped(card.number)}</p>
        ) : (
          <CopyCode code={card.number} label={m.card_copy()} copied={m.card_copied()} />
        )}
      </div>
    </>
  );
}
