import { z } from "zod";
import type { Tables } from "../../../db/tables.ts";
import type { ClientAddress } from "../../platform/http/client-address.server.ts";
import { hit } from "../../platform/http/counted-limits.server.ts";
import { consentIn } from "../../platform/consent-cookie.ts";
import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import type { Venue } from "../../venues/venue.ts";
import { CONSENT_VERSIONS } from "./consent-versions.ts";
import type { Db } from "../../platform/database/database.server.ts";

/** A choice about cookies is remembered for six months, as the French data protection authority (CNIL) recommends. */
export const CONSENT_SECONDS = 182 * 86_400;

/** New receipts of one network: the guests of a casino share one, and each chooses once in six months. */
const RECEIPTS = [{ limit: 600, seconds: 3_600 }];

const ticked = z
  .string()
  .optional()
  .transform((value) => value === "on" || value === "1" || value === "true");
export const consentForm = z.object({ measure: ticked, ads: ticked, version: z.enum(CONSENT_VERSIONS) });
export type ConsentChoice = z.output<typeof consentForm>;

type Chooser = { venue: Venue | null; locale: Locale; client: ClientAddress; cookie: string | null };

/**
 * Stores the proof of a choice: what was chosen, on which text, when. It names no person. A browser has one receipt for each version
 * of the text, whose number is in its cookie: choosing anew changes the receipt. Returns the cookie's value, or after how many seconds
 * the network may get another receipt.
 */
export async function recordConsent(
  world: World,
  { venue, locale, client, cookie }: Chooser,
  choice: ConsentChoice,
): Promise<{ value: string } | { retryAfterSeconds: number }> {
  const { db } = world.database;
  const made = {
    project_id: venue?.projectId ?? null,
    measure: choice.measure,
    ads: choice.ads,
    text_version: choice.version,
    locale,
    given_at: world.now(),
  };
  const held = receiptIn(cookie, choice.version);
  const changed = held === null ? 0n : await changeReceipt(db, held, made);
  if (held !== null && changed > 0n) return { value: valueOf(held, choice) };
  const counted = await hit(world, db, ["consent", client.block], RECEIPTS);
  if (!counted.isAllowed) return counted;
  const id = world.uuid();
  await db
    .insertInto("consent_receipts")
    .values({ id, ...made })
    .execute();
  return { value: valueOf(id, choice) };
}

async function changeReceipt(db: Db, id: string, made: Omit<Tables["consent_receipts"], "id">) {
  const query = db.updateTable("consent_receipts").set(made).where("id", "=", id);
  return (await query.where("text_version", "=", made.text_version).executeTakeFirst()).numUpdatedRows;
}

function valueOf(id: string, { version, measure, ads }: ConsentChoice): string {
  return `v=${version}&measure=${Number(measure)}&ads=${Number(ads)}&id=${id}`;
}

/** The number of the receipt that this browser holds for a version of the text, or null. */
function receiptIn(cookie: string | null, version: string): string | null {
  const fields = consentIn(cookie ?? "");
  const id = z.uuid().safeParse(fields.get("id"));
  return fields.get("v") === version && id.success ? id.data : null;
}
