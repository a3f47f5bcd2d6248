import { m } from "../../messages/messages.js";
import type { Availability } from "../views.ts";

/** 'Complet' or 'Dernières places'. */
export function AvailabilityWord({ of }: { of: NonNullable<Availability> }) {
  return of === "sold-out" ? (
    <span className="seats is-out">{m.agenda_sold_out()}</span>
  ) : (
    <span className="seats">{m.agenda_few_seats()}</span>
  );
}
