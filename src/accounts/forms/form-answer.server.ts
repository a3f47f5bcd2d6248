import { REFUSAL_STATUS } from "../../platform/refusal-kinds.ts";
import { setTimeout as pause } from "node:timers/promises";
import { data } from "react-router";
import type { z } from "zod";
import { m } from "../../messages/messages.js";
import { isTransient } from "../../platform/database/errors.server.ts";
import type { World } from "../../platform/world.ts";
import { readInput, type Refused } from "../contract.ts";
import { once } from "../../platform/api/idempotency.server.ts";
import { refusalText } from "../refusals.ts";
import { accessRefusal, type Visit } from "../visit.server.ts";
import { EMPTY_FORM, type FormState } from "./form-state.ts";
import type { MemberRequest } from "./member-request.server.ts";

/** Answers an action with its page in the given state. */
export function answerState(status: number, state: Partial<FormState>) {
  return data<FormState>({ ...EMPTY_FORM, ...state }, { status });
}

/**
 * The visit of a form, with its proof of work. A form that was sent without script cannot bring one; narrower limits apply then. A
 * form that was sent by script is asked for the proof.
 */
export function visitWithProof({ visit, visitor }: MemberRequest, { recaptcha = "" }: Record<string, string>): Visit {
  const captcha = recaptcha === "" ? visit.captcha : recaptcha;
  return { ...visit, captcha, isWithoutScript: captcha === null && !visitor.isInPlace };
}

type Shown = {
  /** The typed texts to show again, from `keptValues`. */
  values?: FormState["values"];
  /** The fields that can show a problem. */
  fields: readonly string[];
  /** The words for 'Accès refusé' on this page. */
  accessRefused?: () => string;
};

const TYPED_MAX = 300;
const ADDRESS_KEYS = new Set(["origin", "validation_callback_url", "callback_url"]);

/** Shows the page again with every problem, under its field or above the form. */
export function answerRefused({ locale }: MemberRequest, refused: Refused, shown: Shown) {
  const { values = {} } = shown;
  if ("refusal" in refused) {
    const { kind, error } = refused.refusal;
    const alert = error === "members_access_refused" ? shown.accessRefused?.() : undefined;
    const wantsProof = error === "members_captcha_wrong" || error === "members_proof_needed";
    return answerState(REFUSAL_STATUS[kind], { values, alert: alert ?? refusalText(error, locale), wantsProof });
  }
  const problems: Record<string, string> = {};
  const elsewhere: string[] = [];
  for (const { key, message } of refused.problems) {
    // The password rule already stands under the field, with its unmet parts marked.
    const words = message === "members_password_rule" ? m.account_rule_missing() : refusalText(message, locale);
    if (shown.fields.includes(key)) problems[key] = words;
    else elsewhere.push(ADDRESS_KEYS.has(key) ? `${key}: ${words}` : words);
  }
  return answerState(422, { values, problems, alert: elsewhere[0] ?? null });
}

/** Runs a form's verb on what the schema reads of its input. A visit that may not log in is refused before the input's problems are told. */
export async function submitted<Schema extends z.ZodType, Answer>(
  { world, visit }: Pick<MemberRequest, "world" | "visit">,
  schema: Schema,
  given: unknown,
  verb: (input: z.output<Schema>) => Promise<Answer>,
): Promise<Answer | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const read = readInput(schema, given);
  return "input" in read ? verb(read.input) : read;
}

/** Runs work that may throw: logs the error, and the form shows a failure and keeps what was typed. */
export async function orFailed<Answer extends object>(
  { world }: MemberRequest,
  work: () => Promise<Answer>,
): Promise<Answer | { failed: 500 | 503 }> {
  try {
    return await work();
  } catch (error) {
    world.log.error({ err: error }, "a form failed");
    return { failed: isTransient(error) ? 503 : 500 };
  }
}

/** Shows 'Une erreur est survenue' above the form. */
export function answerFailed(status: number, values: FormState["values"] = {}) {
  return answerState(status, { values, alert: m.members_failed() });
}

/** The posted texts of these names, to show again. Never pass a password. */
export function keptValues(fields: Record<string, string>, kept: readonly string[]): Record<string, string> {
  return Object.fromEntries(kept.flatMap((name) => (fields[name] ? [[name, fields[name].slice(0, TYPED_MAX)]] : [])));
}

const KEY = /^[\w-]{43}$/;
const WAITS = 20;
const WAIT_MS = 150;

/**
 * Runs the work of a form once, even if it is sent twice (two clicks without script are two posts): the second post waits for the
 * first and gets its answer. The form's loader makes the `form_key`.
 */
export async function oncePerForm<Answer extends object>(
  { world, fields }: { world: World; fields: Record<string, string> },
  call: string,
  body: unknown,
  work: () => Promise<{ ok: Answer } | Refused>,
): Promise<{ ok: Answer } | Refused> {
  const given = fields["form_key"] ?? "";
  const key = KEY.test(given) ? given : undefined;
  for (let waited = 0; ; waited += 1) {
    const made = await once(world, call, key, body, work);
    const isRunning = "refusal" in made && made.refusal.error === "members_key_running";
    if (!isRunning || waited >= WAITS) return made;
    await pause(WAIT_MS);
  }
}
