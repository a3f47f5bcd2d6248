import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import { useAddress } from "../../ui/hooks/use-address.ts";
import { AccountIcon } from "../../ui/icons/account-icon.tsx";
import { PopupLink } from "../../ui/sheets/popup-link.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import type { CardArea } from "../menu-programme.ts";
import { CardObject } from "./card-face.tsx";

type CardPlaceProps = { area: CardArea; program: string };

/** The card's place in the menu: the card, a card that is being created, or an invitation to join. */
export function CardPlace({ area, program }: CardPlaceProps) {
  switch (area.kind) {
    case "none":
      return null;
    case "card":
      return (
        <PopupLink className="card-pocket" popup="Card">
          <Pocket program={program} />
        </PopupLink>
      );
    case "enrollment":
      return (
        <PageLink className="card-pocket" href={paths.enrollment}>
          <Pocket program={program} />
        </PageLink>
      );
    case "waiting":
      return (
        <p className="card-pocket" data-is-waiting aria-disabled="true">
          <CardObject program={program} />
          <span className="card-pocket-show">{m.card_waiting()}</span>
        </p>
      );
    case "call":
      return <Call isReady={area.isReady} program={program} />;
  }
}

function Pocket({ program }: { program: string }) {
  return (
    <>
      <CardObject program={program} />
      <span className="card-pocket-show">
        {m.card_show()}
        <AccountIcon name="qr-code" />
      </span>
    </>
  );
}

/** Leads to the programme's landing page, and from there to the first step. */
function Call({ isReady, program }: { isReady: boolean; program: string }) {
  const isThere = useAddress().split("?")[0] === paths.programme;
  return (
    <PageLink className="card-call" href={`${isReady || isThere ? paths.enrollment : paths.programme}?toMenu=true`}>
      <span>
        <b>{isReady ? m.card_call_activate() : m.card_call_get()}</b>
        <small>{program}</small>
      </span>
      <AccountIcon name={isReady ? "qr-code" : "identification-card"} />
    </PageLink>
  );
}
