import { isMeasurementAllowed } from "../../platform/consent-cookie.ts";
import { problemsOf, type Refused } from "../../accounts/contract.ts";
import type { Member } from "../../accounts/member.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { rulesInput } from "./contract.ts";
import {
  attemptTimes,
  changeEnrollment,
  convertAttempt,
  enrollmentOfAccount,
  lockEnrollment,
  openAttempt,
} from "./queries.server.ts";
import { unexpiredLink } from "./enrollment.server.ts";
import { enrollmentView, type EnrollmentView } from "./enrollment-view.server.ts";

/** The version of the rules in force, stored with each acceptance. */
const RULES_VERSION = "2026-11";

/** The API's answer and an identifier of the attempt, so that the page celebrates each attempt once. */
export type EnrollmentPage = EnrollmentView & { attempt: string };

export async function enrollmentPage(world: World, member: Member): Promise<EnrollmentPage> {
  const { db } = world.database;
  const view = await enrollmentView(db, member);
  const attempts = view.id === null ? [] : await attemptTimes(db, view.id);
  return { ...view, attempt: `${view.id ?? "none"}.${attempts.length}` };
}

/** The open link, if it leads to the provider's own pages. A replaced link could lead to a phishing page. */
export async function currentLink(world: World, member: Member): Promise<string | null> {
  const { db } = world.database;
  const enrollment = await enrollmentOfAccount(db, member.accountId);
  const attempt = enrollment === undefined ? undefined : await openAttempt(db, enrollment.id);
  const link = attempt === undefined ? null : unexpiredLink(world, attempt);
  return link !== null && world.gateways.identity?.isOwnLink(link) === true ? link : null;
}

/** Reads the start form: the rules must be accepted and a sponsor's code must be valid. Returns the sponsor. */
export async function readRules(
  world: World,
  input: unknown,
): Promise<{ ok: { sponsorMembershipId: string | null } } | Refused> {
  const parsed = rulesInput.safeParse(input);
  if (!parsed.success) return { problems: problemsOf(parsed.error) };
  const { sponsor_code: code } = parsed.data;
  if (code === null) return { ok: { sponsorMembershipId: null } };
  const sponsor = await inTransaction(world.database, (tx) => world.hooks.loyalty.sponsorOfCode(tx, code));
  if (sponsor === null) return { problems: [{ key: "sponsor_code", message: "enrollment_sponsor_unknown" }] };
  return { ok: { sponsorMembershipId: sponsor } };
}

/** Records which rules were accepted and when, and who referred the person. */
export async function acceptRules(world: World, member: Member, sponsorMembershipId: string | null): Promise<void> {
  await inTransaction(world.database, async (tx) => {
    const enrollment = await enrollmentOfAccount(tx, member.accountId);
    if (enrollment === undefined) return;
    await lockEnrollment(tx, enrollment.id);
    await changeEnrollment(tx, enrollment.id, {
      rules_version: RULES_VERSION,
      rules_accepted_at: world.now(),
      ...(sponsorMembershipId === null ? {} : { sponsor_membership_id: sponsorMembershipId }),
    });
  });
}

/** Counts that somebody reached READY or LINKED, once an attempt and only with the consent in the cookie. */
export async function countConversion(world: World, member: Member, cookie: string): Promise<void> {
  const enrollment = isMeasurementAllowed(cookie)
    ? await enrollmentOfAccount(world.database.db, member.accountId)
    : undefined;
  if (enrollment === undefined || !["READY", "LINKED"].includes(enrollment.status)) return;
  if (!(await convertAttempt(world.database.db, enrollment.id, world.now()))) return;
  world.metrics.count("enrollment_conversions_total");
  world.log.info(
    { event: "enrollment", site_id: enrollment.site_id, status: enrollment.status },
    "enrollment conversion",
  );
}
