import * as paths from "../../venues/paths.ts";
import { NoBreakWords } from "../../ui/document/no-break-words.tsx";
import { m } from "../../messages/messages.js";
import { CopyCode } from "../../ui/forms/copy-code.tsx";
import { grouped } from "../../ui/figures/grouped.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import type { GiftDetail } from "../view.server.ts";

/** One gift: its description, the code for the kiosk, its products, and the venues where it is valid. */
export function GiftDetailPart({ gift }: { gift: GiftDetail }) {
  return (
    <>
      <div className="gift-title">
        <Ornament shape="fan" />
        <h3>
          {gift.lines.map((line) => (
            <span key={line}>
              <NoBreakWords of={line} />{" "}
            </span>
          ))}
        </h3>
        {gift.expiry !== null && gift.state !== "burned" && (
          <p className="quiet figures">{m.gifts_valid_until({ date: gift.expiry })}</p>
        )}
      </div>
      <div data-gift-state={gift.state} role="status">
        {gift.state === "available" ? <Code gift={gift} /> : <State gift={gift} />}
      </div>
      {gift.description !== "" && <p className="quiet">{gift.description}</p>}
      {gift.membership !== null && <Membership gift={gift} membership={gift.membership} />}
      {gift.products.length > 0 && <Products gift={gift} />}
      <section className="gift-part">
        <h4>{m.gifts_casinos()}</h4>
        <ul className="gift-casinos">
          {gift.casinos.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Code({ gift: { code, qr } }: { gift: GiftDetail }) {
  return (
    <div className="gift-qr plaque">
      <QrCode qr={qr} label={m.gifts_qr({ code: grouped(code) })} />
      <CopyCode code={code} label={m.gifts_copy()} copied={m.gifts_copied()} />
      <p className="small quiet">{m.gifts_kiosk()}</p>
    </div>
  );
}

/** A gift that is reserved, used or expired shows no QR code. */
function State({ gift: { state, code, burnedOn } }: { gift: GiftDetail }) {
  const words = {
    reserved: [m.gifts_state_reserved(), m.gifts_state_reserved_text()],
    burned: [m.gifts_state_burned(), m.gifts_state_burned_text()],
    expired: [m.gifts_state_expired(), m.gifts_state_expired_text()],
    available: ["", ""],
  }[state];
  return (
    <div className="gift-state plaque">
      <Icon name={state === "burned" ? "seal-check" : "gift"} />
      <p className="title-3">{words[0]}</p>
      <p className="small">
        {burnedOn === null ? "" : `${m.gifts_used_on({ date: burnedOn })}. `}
        {words[1]}
      </p>
      <p className="small figures quiet">{grouped(code)}</p>
    </div>
  );
}

function Membership({ gift, membership }: { gift: GiftDetail; membership: NonNullable<GiftDetail["membership"]> }) {
  if (membership === "none")
    return (
      <div className="gift-note is-warning">
        <Icon name="identification-card" />
        <p>{m.gifts_join_warning({ program: gift.program })}</p>
        <a className="button button-venue" href={paths.programme}>
          {m.gifts_join()}
        </a>
      </div>
    );
  return (
    <div className={membership === "member" ? "gift-note" : "gift-note is-warning"}>
      <Icon name={membership === "member" ? "seal-check" : "warning-circle"} />
      <p>{membership === "member" ? m.gifts_members_only() : m.gifts_lapsed()}</p>
    </div>
  );
}

function Products({ gift }: { gift: GiftDetail }) {
  return (
    <section className="gift-part">
      <h4>{m.gifts_products()}</h4>
      <ul className="gift-products">
        {gift.products.map(({ id, label, description, legalNotice }) => (
          <li key={id}>
            <b>{label}</b>
            {description !== null && <p className="small quiet">{description}</p>}
            {legalNotice !== null && <p className="gift-legal">{legalNotice}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
