import { m } from "../../messages/messages.js";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import { useSite } from "../../venues/pages/use-site.ts";
import type { PhoneLink } from "../views.ts";

/** The properties that every place and meeting has: where it is and its telephone. */
export function useWhereabouts(phone: PhoneLink) {
  const { address } = useSite();
  return [
    {
      term: m.leisure_fact_address(),
      value: <OutboundLink href={address.mapsUrl}>{address.street}</OutboundLink>,
    },
    {
      term: m.leisure_fact_phone(),
      value: <a href={phone.href}>{phone.label}</a>,
    },
  ];
}
