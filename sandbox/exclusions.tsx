import { Hono } from "hono";
import { z } from "zod";
import type { ExclusionSettings } from "../src/platform/settings/gateway-settings.server.ts";
import type { Book } from "./book.ts";
import type { Faults } from "./faults.ts";
import type { Journal } from "./journal.ts";
import { ExclusionsPage } from "./pages/exclusions-page.tsx";
import { page } from "./page.tsx";
import { withFaults, type SandboxEnv } from "./with-faults.ts";

const word = z.string().trim().min(1).max(200);
const person = z.object({ lastname: word, firstname: word, birthday: z.iso.date() });
/** `verdict` is what the registers answer about a listed person, "barred" by default. */
const listed = person.extend({ verdict: z.enum(["barred", "unknown"]).optional() });
const list = z.object({ persons: z.array(listed).max(200_000) });
/** How many people one call may ask about. */
const MATCH_MAX = 1_000;
const many = z.object({ persons: z.array(z.unknown()).min(1).max(MATCH_MAX) });
type Person = z.output<typeof person>;
export type ExcludedPerson = z.output<typeof listed>;
/** What was asked since the start: calls about one person, calls about many, and the people of both. */
export type RegisterCalls = { checks: number; matches: number; persons: number };

type World = { book: Book; journal: Journal; faults: Faults };

/** The exclusion registers of the three countries behind one API, with one list for all of them. */
export function exclusionRegisters(settings: ExclusionSettings, { book, journal, faults }: World) {
  const kept = book.part<ExcludedPerson[]>("exclusions", () => persons);
  let persons: ExcludedPerson[] = kept.stored ?? [];
  let known = registerOf(persons);
  let receipts = 0;
  const calls: RegisterCalls = { checks: 0, matches: 0, persons: 0 };
  const keep = (next: ExcludedPerson[]) => {
    persons = next;
    known = registerOf(next);
    kept.save();
  };
  const told = (verdict: object) => ({ ...verdict, receipt: `receipt-${(receipts += 1)}`, valid_until: null });

  const api = new Hono<SandboxEnv>();
  api.use(withFaults(faults, "exclusions"));
  api.use(async (c, next) => {
    if (c.req.header("authorization") !== `Bearer ${settings.token}`) return c.json({ error: "unauthorised" }, 401);
    return next();
  });
  api.post("/v1/:source{anj|ojar|epis}/checks", async (c) => {
    const asked = person.safeParse(await c.req.json().catch(() => null));
    if (!asked.success) return c.json({ error: "invalid" }, 422);
    calls.checks += 1;
    journal.tell("exclusions", { facts: { persons: 1 } });
    calls.persons += 1;
    return c.json(told({ verdict: known(asked.data, c.req.param("source") === "epis") }));
  });
  // Somebody who is not spelled as a register wants is unknown to it; the others are answered.
  api.post("/v1/:source{anj|ojar|epis}/matches", async (c) => {
    const asked = many.safeParse(await c.req.json().catch(() => null));
    if (!asked.success) return c.json({ error: "invalid" }, 422);
    calls.matches += 1;
    journal.tell("exclusions", { facts: { persons: asked.data.persons.length } });
    calls.persons += asked.data.persons.length;
    const verdicts = asked.data.persons.map((one) => {
      const read = person.safeParse(one);
      return read.success ? known(read.data, c.req.param("source") === "epis") : "unknown";
    });
    return c.json(told({ verdicts }));
  });

  const pages = new Hono<SandboxEnv>();
  pages.get("/api/exclusions", (c) => c.json({ persons, calls }));
  pages.put("/api/exclusions", async (c) => {
    const given = list.safeParse(await c.req.json().catch(() => null));
    if (!given.success) return c.json({ error: z.prettifyError(given.error) }, 422);
    keep(given.data.persons);
    return c.json({ persons });
  });
  pages.get("/exclusions", (c) => page(c, <ExclusionsPage persons={persons} calls={calls} />));
  pages.post("/exclusions", async (c) => {
    const { remove, ...fields } = Object.fromEntries(new URLSearchParams(await c.req.text()));
    const given = listed.safeParse(fields);
    if (remove !== undefined) keep(persons.filter((_one, at) => at !== Number(remove)));
    else if (given.success) keep([...persons, given.data]);
    return c.redirect("/exclusions", 303);
  });
  return { api, pages };
}

/**
 * Answers as the registers do: without accents and case. The Belgian one looks at the first of several first names
 * only.
 */
function registerOf(persons: ExcludedPerson[]) {
  const byName = new Map<string, "barred" | "unknown">();
  const byFirstName = new Map<string, "barred" | "unknown">();
  for (const { verdict = "barred", ...one } of persons) {
    const first = keyOf({ ...one, firstname: firstOf(one) });
    if (!byName.has(keyOf(one))) byName.set(keyOf(one), verdict);
    if (!byFirstName.has(first)) byFirstName.set(first, verdict);
  }
  return (asked: Person, isByFirstName: boolean): "clear" | "barred" | "unknown" =>
    (isByFirstName ? byFirstName.get(keyOf({ ...asked, firstname: firstOf(asked) })) : byName.get(keyOf(asked))) ??
    "clear";
}

function firstOf({ firstname }: Person): string {
  return firstname.trim().split(/\s+/)[0] ?? "";
}

function keyOf({ lastname, firstname, birthday }: Person): string {
  return `${plain(lastname)}|${plain(firstname)}|${birthday}`;
}

function plain(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}]+/gu, " ")
    .trim()
    .toUpperCase();
}
