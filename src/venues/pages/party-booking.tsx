import { type ReactNode, useCallback, useState } from "react";
import { m } from "../../messages/messages.js";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import { PARTY_DEFAULT, partyAddress, takesParty } from "../addresses/booking-address.ts";

const PARTY_MAX = 8;

type PartyBookingProps = { address: string; hasParty: boolean; children: ReactNode };

/**
 * The main link to a partner. With `hasParty` a visitor says for how many guests, where the partner's address takes it. The choice
 * follows the link, so that nothing is missing before it while the page has no script yet.
 */
export function PartyBooking({ address, hasParty, children }: PartyBookingProps) {
  const [party, setParty] = useState(PARTY_DEFAULT);
  // A visitor may have chosen before React started.
  const readParty = useCallback((select: HTMLSelectElement | null) => {
    if (select !== null) setParty(Number(select.value));
  }, []);
  return (
    <>
      <OutboundLink className="button button-venue" href={partyAddress(address, party)}>
        {children}
      </OutboundLink>
      {hasParty && takesParty(address) && (
        <select
          ref={readParty}
          className="booking-party"
          aria-label={m.agenda_party()}
          defaultValue={PARTY_DEFAULT}
          onChange={(event) => setParty(Number(event.target.value))}
        >
          {Array.from({ length: PARTY_MAX }, (_, at) => (
            <option key={at} value={at + 1}>
              {m.agenda_party_of({ count: at + 1 })}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
