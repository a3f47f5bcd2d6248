import { type ReactNode, useState } from "react";
import { m } from "../../messages/messages.js";
import { useHydrated } from "../../ui/hooks/use-server-markup.ts";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import { PARTY_DEFAULT, partyAddress, takesParty } from "../addresses/booking-address.ts";

const PARTY_MAX = 8;

type PartyBookingProps = { address: string; hasParty: boolean; children: ReactNode };

/**
 * The main link to a partner. With `hasParty` a visitor says for how many guests, where the partner's address takes it. The choice
 * follows the link, and cannot be made before React has started, because the link would not heed it.
 */
export function PartyBooking({ address, hasParty, children }: PartyBookingProps) {
  const [party, setParty] = useState(PARTY_DEFAULT);
  const isHydrated = useHydrated();
  return (
    <>
      <OutboundLink className="button button-venue" href={partyAddress(address, party)}>
        {children}
      </OutboundLink>
      {hasParty && takesParty(address) && (
        <select
          className="booking-party"
          aria-label={m.agenda_party()}
          disabled={!isHydrated}
          value={party}
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
