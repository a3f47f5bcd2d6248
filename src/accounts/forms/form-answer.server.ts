import { REFUSAL_STATUS } from "../../platform/refusal-kinds.ts";
import { setTimeout as pause } from "node:timers/promises";
import { data } from "react-router";
import { m } from "../../messages/messages.js";
import { isTransient } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { Refused } from "../contract.ts";
import { once } from "../idempotency.server.ts";
import { messageOf } from "../refusals.ts";
import type { Visit } from "../visit.server.ts";
import { EMPTY_FORM, type FormState } from "./form-state.ts";
import type { MemberRequest } from "./member-request.server.ts";

/** An action's answer: its page again as `state` says. */
export function answerState(status: number, state: Partial<FormState>) {
  return data<FormState>({ ...EMPTY_FORM, ...state }, { status });
}

/**
 * The visit of a form: with its proof of work, or none, because no script runs or not yet; narrow limits stand in for it then. A form
 * that a script sends is told to prove instead.
 */
export function provingVisit({ visit, visitor }: MemberRequest, { recaptcha = "" }: Record<string, string>): Visit {
  const captcha = recaptcha === "" ? visit.captcha : recaptcha;
  return { ...visit, captcha, isWithoutScript: captcha === null && !visitor.isInPlace };
}

type Shown = {
  /** The typed texts that are shown again, as `keptValues` gives them. */
  values?: FormState["values"];
  /** Names of the fields that problems may stand under. */
  fields: readonly string[];
  /** Words for 'Accès refusé' on this page (section 8). */
  accessRefused?: () => string;
};

const TYPED_MAX = 300;
const ADDRESS_KEYS = new Set(["origin", "validation_callback_url", "callback_url"]);

/** The page again with everything that was refused, under its fields or above them. */
export function answerRefused({ locale }: MemberRequest, refused: Refused, shown: Shown) {
  const { values = {} } = shown;
  if ("refusal" in refused) {
    const { kind, error } = refused.refusal;
    const alert = error === "members_access_refused" ? shown.accessRefused?.() : undefined;
    const wantsProof = error === "members_captcha_wrong";
    return answerState(REFUSAL_STATUS[kind], { values, alert: alert ?? messageOf(error, locale), wantsProof });
  }
  const problems: Record<string, string> = {};
  const elsewhere: string[] = [];
  for (const { key, message } of refused.problems) {
    // The rule itself stands under the field already, with its parts marked.
    const words = message === "members_password_rule" ? m.account_rule_missing() : messageOf(message, locale);
    if (shown.fields.includes(key)) problems[key] = words;
    else elsewhere.push(ADDRESS_KEYS.has(key) ? `${key}: ${words}` : words);
  }
  return answerState(422, { values, problems, alert: elsewhere[0] ?? null });
}

/** Work that may end without a result (section 8, "Passwords"): the error is logged, the form says so and keeps what was typed. */
export async function orFailed<Answer extends object>(
  { world }: MemberRequest,
  work: () => Promise<Answer>,
): Promise<Answer | { failed: 500 | 503 }> {
  try {
    return await work();
  } catch (error) {
    world.log.error({ err: error }, "a form ended without a result");
    return { failed: isTransient(error) ? 503 : 500 };
  }
}

/** 'Une erreur est survenue' above the form. */
export function answerFailed(status: number, values: FormState["values"] = {}) {
  return answerState(status, { values, alert: m.members_failed() });
}

/** The posted texts of these names, which a form shows again. Never a password. */
export function keptValues(fields: Record<string, string>, kept: readonly string[]): Record<string, string> {
  return Object.fromEntries(kept.flatMap((name) => (fields[name] ? [[name, fields[name].slice(0, TYPED_MAX)]] : [])));
}

const KEY = /^[\w-]{43}$/;
const WAITS = 20;
const WAIT_MS = 150;

/**
 * Does what a form asks for once, however often it is sent (two clicks without script are two posts): a second one waits for the
 * first and gets its answer. The loader of the form makes its `form_key`.
 */
export async function onceAForm<Answer extends object>(
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
