import { m } from "../src/messages/messages.js";
import type { FloorCall, FloorClient } from "./floor-client.ts";
import { eurosOf } from "./words.ts";

/** The places in a casino that a person can play, and the calls of the floor API that each can make. */
export const ROLES = ["desk", "kiosk", "machine"] as const;
export type Role = (typeof ROLES)[number];

type Form = Record<string, string>;
type Action = (floor: FloorClient, siteId: number, form: Form) => Promise<FloorCall>;

const path = (text: string | undefined) => encodeURIComponent((text ?? "").replaceAll(/\s/g, "") || "-");
const digits = (text: string | undefined) => (text ?? "").replaceAll(/\s/g, "");
const filled = (body: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== ""));

const onGift =
  (name: string): Action =>
  (floor, siteId, form) =>
    floor.call(siteId, "POST", `/gifts/${path(form["code"])}/${name}`, filled({ card_number: digits(form["card"]) }));
const onCard =
  (name: string): Action =>
  (floor, siteId, form) =>
    floor.call(siteId, "POST", `/cards/${path(form["card"])}/${name}`, filled({ machine: form["machine"] }));

/** A code scanned at the entrance belongs to an enrollment or to a card, so both are tried. */
const enter: Action = async (floor, siteId, form) => {
  const identity_checked = form["identity"] === "on";
  const scanned = digits(form["code"]);
  const first = await floor.call(siteId, "POST", "/entrances", { card_id: scanned, identity_checked });
  if (first.status !== 404) return first;
  return floor.call(siteId, "POST", "/entrances", { card_number: scanned, identity_checked });
};

/**
 * Actions that a card's number alone must not allow, because its code can be photographed. Reception and kiosk ask
 * for a PIN or an identity document first, and call the site only after somebody has confirmed that.
 */
export const NEEDS_PERSON = new Set(["replace", "pin", "spend"]);

export const ACTIONS: Record<string, Action> = {
  enter,
  issue: (floor, siteId, form) =>
    floor.call(
      siteId,
      "PUT",
      `/cards/${path(form["card"])}`,
      filled({
        lastname: form["lastname"],
        firstname: form["firstname"],
        birthday: form["birthday"],
        mobile: form["mobile"],
      }),
    ),
  lookup: (floor, siteId, form) => floor.call(siteId, "GET", `/cards/${path(form["card"])}`),
  replace: onCard("replacements"),
  pin: (floor, siteId, form) =>
    floor.call(siteId, "PUT", `/members/${path(form["card"])}/pin`, { pin: digits(form["pin"]) }),
  reserve: onGift("reservations"),
  burn: onGift("burns"),
  reverse: onGift("reversals"),
  spend: (floor, siteId, form) =>
    floor.call(siteId, "POST", "/spendings", { card_number: digits(form["card"]), amount: form["amount"] ?? "" }),
  insert: onCard("insertions"),
  eject: onCard("ejections"),
  earn: (floor, siteId, form) =>
    floor.call(siteId, "POST", "/earnings", {
      card_number: digits(form["card"]),
      amount: form["amount"] ?? "",
      family: form["family"] ?? "",
    }),
};

export const FAMILIES = ["slots", "elec", "bje", "ra", "bj", "uth", "thp", "restaurant", "hotel"] as const;

export const CASINOS = [
  [151, "Port-Sérac"],
  [152, "Valombre-les-Bains"],
  [108, "La Rochemar"],
  [124, "Le Havrelac"],
  [140, "Cap Ferrand"],
  [114, "Aubenac"],
  [121, "Sainte-Orielle"],
  [161, "Montreval (CH)"],
  [171, "Blankenduin (BE)"],
] as const;

/** The answer in a few words for the person at reception. `tone` says whether it is good. */
export function wordsOf(call: FloorCall): { title: string; tone: "good" | "refused" | "failed" } {
  const answer = (call.answer ?? {}) as Record<string, unknown>;
  if (call.status >= 200 && call.status < 300) return { title: goodWords(answer), tone: "good" };
  if (call.status === 0 || call.status >= 500) return { title: m.sandbox_event_no_answer(), tone: "failed" };
  const { error, status } = answer;
  if (Array.isArray(error))
    return {
      title: (error as { key: string; message: string }[]).map(({ key, message }) => `${key} ${message}`).join(" · "),
      tone: "refused",
    };
  const state = typeof status === "string" ? ` (${status})` : "";
  return {
    title: `${sentence(typeof error === "string" ? error : m.sandbox_casino_refused())}${state}`,
    tone: "refused",
  };
}

function goodWords(answer: Record<string, unknown>): string {
  const text = (name: string) => (typeof answer[name] === "string" ? answer[name] : undefined);
  const [balance, label, name, number] = ["balance", "label", "name", "card_number"].map(text);
  const status = text("status") ?? "";
  if (answer["admitted"] === true) return m.sandbox_casino_admitted();
  if (answer["admitted"] === false)
    return [m.sandbox_casino_not_admitted(), text("reason")].filter((part) => part !== undefined).join(", ");
  if (balance !== undefined) return m.sandbox_casino_balance({ amount: eurosOf(balance) });
  if (label !== undefined) return `${label.replaceAll("-", " ")}, ${status}`;
  if (answer["inserted"] !== undefined && name === undefined)
    return answer["inserted"] === null || answer["inserted"] === false ? m.sandbox_casino_out() : m.sandbox_casino_in();
  if (name !== undefined) return `${name}, ${status}`;
  return number === undefined ? m.sandbox_casino_done() : m.sandbox_casino_card({ number });
}

/** NOT_AVAILABLE → Not available */
function sentence(code: string): string {
  if (!/^[A-Z_]+$/.test(code)) return code;
  const words = code.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
