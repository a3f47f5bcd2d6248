import { popupOver } from "../../members/paths.ts";
import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import type { CardArea } from "../menu-programme.ts";
import { CHOICE_PATH, START_PATH } from "../paths.ts";
import { CardObject } from "./card-face.tsx";

type CardPlaceProps = {
  area: CardArea;
  program: string;
  /** Path and query of the page under the menu. */
  address: string;
};

/** The card's place in the menu (section 2.7): the card in its pocket, a card on its way, or how to get one. */
export function CardPlace({ area, program, address }: CardPlaceProps) {
  switch (area.kind) {
    case "none":
      return null;
    case "card":
      return <Pocket program={program} href={popupOver(address, "Card")} popup="card" />;
    case "dossier":
      return <Pocket program={program} href={START_PATH} />;
    case "waiting":
      return (
        <p className="card-pocket" data-is-waiting aria-disabled="true">
          <CardObject program={program} />
          <span className="card-pocket-show">{m.card_waiting()}</span>
        </p>
      );
    case "call":
      return <Call isReady={area.isReady} program={program} address={address} />;
  }
}

function Pocket({ program, href, popup }: { program: string; href: string; popup?: string }) {
  return (
    <a className="card-pocket" href={href} data-popup={popup}>
      <CardObject program={program} />
      <span className="card-pocket-show">
        {m.card_show()}
        <Icon name="qr-code" />
      </span>
    </a>
  );
}

/** Leads to the programme's landing page, and on from there to its first step. */
function Call({ isReady, program, address }: { isReady: boolean; program: string; address: string }) {
  const isThere = address.split("?")[0] === CHOICE_PATH;
  return (
    <a className="card-call" href={`${isReady || isThere ? START_PATH : CHOICE_PATH}?toMenu=true`}>
      <span>
        <b>{isReady ? m.card_call_activate() : m.card_call_get()}</b>
        <small>{program}</small>
      </span>
      <Icon name={isReady ? "qr-code" : "identification-card"} />
    </a>
  );
}
