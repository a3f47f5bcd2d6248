import { inTransaction } from "../../platform/database/database.server.ts";
import { tokenHash } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import { DEAD_LINK, type Refused } from "../contract.ts";
import { disown, isDisowned } from "../disown.server.ts";
import { confirmedAccount } from "../email/pending-accounts.server.ts";
import { alreadyRegisteredWords, continueWords, linkWords } from "../mails/account-mails.server.ts";
import { askForMail, type MakePart } from "../../mail/requests.server.ts";
import { issueToken, peekToken, takeToken } from "../password/one-time-tokens.server.ts";
import { accessRefusal, type Visit } from "../visit.server.ts";
import {
  encryptProviderLogIn,
  decryptProviderLogIn,
  type AskedLogIn,
  type ProviderLogIn,
} from "./identities.server.ts";
import { PROVIDER_NAMES } from "./provider-names.ts";

/**
 * Asks for the mail that answers a log-in whose provider did not verify the address. The reply is the same whether the address is known
 * or not; only the mail differs.
 */
export async function askForSocialMail(
  world: World,
  visit: Visit,
  proven: ProviderLogIn,
  email: string,
): Promise<{ refusal: Extract<Refused, { refusal: unknown }>["refusal"] }> {
  const { venue, locale, device, client } = visit;
  const asked: AskedLogIn = { at: world.now(), device, browser: browserHash(visit) };
  const logIn = Buffer.from(encryptProviderLogIn(world, { ...proven, asked })).toString("base64url");
  const order = { email, projectId: venue?.projectId ?? null, locale, device, accountId: null, logIn };
  await inTransaction(world.database, (tx) => askForMail(world, tx, { kind: "social", network: client.block, order }));
  return { refusal: { kind: "unauthenticated", error: "members_provider_written" } };
}

function browserHash({ browser }: Pick<Visit, "browser">): string | null {
  return browser === null ? null : Buffer.from(tokenHash(browser)).toString("base64url");
}

/**
 * True where a log-in may go on here: no mail was needed, or this is the browser that tried it. Whoever only has the mail may be
 * answering a stranger's try.
 */
export function isSameBrowser({ asked }: Pick<ProviderLogIn, "asked">, visit: Pick<Visit, "browser">): boolean {
  return asked === null || (asked.browser !== null && asked.browser === browserHash(visit));
}

/**
 * The part of a mail that answers a social log-in whose provider did not verify the address: for an account with a password, a link to the
 * page that asks for it once; for one without, that there is an account; else a link that continues the registration in the browser that
 * began it. Whoever opens it there has the mailbox, so the address counts as verified. Nothing where the holder said 'It was not me' in
 * the last 30 days.
 */
export const socialPart: MakePart = async (world, tx, frame, { email, logIn }) => {
  const proven = decryptProviderLogIn(world, logIn === null ? null : Buffer.from(logIn, "base64url"));
  if (proven === null || (await isDisowned(world, tx, "social log-in", email))) return null;
  const { identity } = proven;
  const provider = PROVIDER_NAMES[identity.provider];
  const owner = await confirmedAccount(tx, email);
  if (owner === undefined) {
    const vouched = encryptProviderLogIn(world, { ...proven, identity: { ...identity, isEmailVerified: true } });
    const token = await issueToken(world, tx, "social_registration", { accountId: null, encryptedPayload: vouched });
    return { words: continueWords(frame, provider, token), firstname: null, accountId: null };
  }
  if (owner.disabled_at !== null) return null;
  const { id: accountId, firstname } = owner;
  if (owner.password_hash === null) return { words: alreadyRegisteredWords(frame), firstname, accountId };
  const encryptedPayload = encryptProviderLogIn(world, proven);
  const token = await issueToken(world, tx, "social_linking", { accountId, encryptedPayload });
  return { words: linkWords(frame, provider, token), firstname, accountId };
};

export type MailedLogIn = NonNullable<Awaited<ReturnType<typeof mailedLogIn>>>;

/**
 * What a valid link of such a mail is about: a provider is to be linked to an account, or a registration is to go on. Null for a dead
 * one.
 */
export async function mailedLogIn(world: World, visit: Visit, token: string) {
  for (const kind of ["linking", "registration"] as const) {
    const held = await peekToken(world, `social_${kind}`, token);
    const proven = decryptProviderLogIn(world, held?.encryptedPayload ?? null);
    if (proven === null || proven.asked === null) continue;
    const { identity, asked } = proven;
    const { provider, email } = identity;
    return { kind, provider, email: email ?? "", asked, isSameBrowser: isSameBrowser(proven, visit) };
  }
  return null;
}

/** 'It was not me', answered by the link of the mail: the link ends, and for 30 days no such log-in is mailed to the address. */
export async function disownLogIn(world: World, visit: Visit, token: string): Promise<{ ok: true } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const held = await mailedLogIn(world, visit, token);
  if (held === null) return DEAD_LINK;
  return inTransaction(world.database, async (tx) => {
    if ((await takeToken(world, tx, `social_${held.kind}`, token)) === null) return DEAD_LINK;
    await disown(world, tx, "social log-in", held.email);
    return { ok: true };
  });
}
