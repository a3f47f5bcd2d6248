import type { RouterContextProvider } from "react-router";
import { m } from "../../../messages/messages.js";
import { newToken } from "../../../platform/sealing.server.ts";
import { typedBirthday } from "../../profile/birthdays.ts";
import { registrationPrefill } from "../../social/login.server.ts";
import { PROVIDER_NAMES } from "../../social/provider-names.ts";
import { heldVisit } from "../../social/provider-visit.server.ts";
import { accountFrame } from "../account/account-frame.server.ts";
import { errorWords } from "../../forms/error-words.ts";
import { anonymousRequest, keptQuery, type MemberRequest } from "../../forms/member-request.server.ts";
import type { SocialBeginning } from "./register-form.tsx";
import { socialWays } from "../../forms/log-in-links.server.ts";

/** The data of /creer-un-compte and /creer-un-compte-form. Both also finish a registration that a social log-in began. */
export async function registerPage(context: Readonly<RouterContextProvider>, raw: Request, page: "entrance" | "form") {
  const request = anonymousRequest(context);
  const { venue, query } = request;
  return {
    frame: await accountFrame(request, { title: m.account_register_title() }),
    kept: keptQuery(request),
    formKey: newToken(request.world),
    error: errorWords(query.get("error")),
    ways: page === "entrance" ? socialWays(request, "register") : [],
    optinVenue: venue.policy.mayAskMarketing ? venue.name : null,
    social: page === "form" ? await begunByProvider(request, raw) : null,
  };
}

async function begunByProvider({ world }: MemberRequest, raw: Request): Promise<SocialBeginning | null> {
  const held = heldVisit(world, raw, "registration");
  const prefill = held === null ? null : await registrationPrefill(world, held.token);
  if (held === null || prefill === null) return null;
  const known = {
    firstname: prefill.firstname ?? held.firstname,
    lastname: prefill.lastname ?? held.lastname,
    birthday: prefill.birthday === null ? null : typedBirthday(prefill.birthday),
    email: prefill.email,
  };
  return {
    provider: PROVIDER_NAMES[held.provider],
    values: Object.fromEntries(Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== null)),
    settledEmail: prefill.isEmailVerified ? prefill.email : null,
  };
}
