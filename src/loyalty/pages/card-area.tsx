import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import type { CardArea } from "../menu-programme.server.ts";
import { CardObject } from "./card-face.tsx";

/** The card's place in the menu (section 2.7): the card in its pocket, a card on its way, or how to get one. */
export function CardPlace({ area, program }: { area: CardArea; program: string }) {
  if (area.kind === "none") return null;
  if (area.kind === "call")
    return (
      <a className="card-call" href={area.href}>
        <span>
          <b>{area.isReady ? m.card_call_activate() : m.card_call_get()}</b>
          <small>{program}</small>
        </span>
        <Icon name={area.isReady ? "qr-code" : "identification-card"} />
      </a>
    );
  if (area.kind === "waiting")
    return (
      <p className="card-pocket" data-is-waiting aria-disabled="true">
        <CardObject program={program} />
        <span className="card-pocket-show">{m.card_waiting()}</span>
      </p>
    );
  return (
    <a className="card-pocket" href={area.href} data-popup={area.isPopup ? "card" : undefined}>
      <CardObject program={program} />
      <span className="card-pocket-show">
        {m.card_show()}
        <Icon name="qr-code" />
      </span>
    </a>
  );
}
