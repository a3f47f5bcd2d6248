import { m } from "../../messages/messages.js";
import { momentAt } from "../../venues/language/dates.ts";
import type { MemberRequest } from "./member-request.server.ts";

/** When and with what kind of device ('Firefox, Windows', or nothing) something was asked for, in words and on the venue's clock. */
export function askedWith({ venue, locale }: Pick<MemberRequest, "venue" | "locale">, at: Date, device: string) {
  return {
    moment: momentAt(at, { locale, timeZone: venue.policy.timeZone }),
    device: device === "" ? m.account_confirm_device() : device,
  };
}
