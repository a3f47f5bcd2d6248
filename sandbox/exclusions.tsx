import { Hono } from "hono";
import { z } from "zod";
import type { ExclusionSettings } from "../src/platform/gateway-settings.server.ts";
import type { Faults } from "./faults.ts";
import { ExclusionsPage } from "./pages/exclusions-page.tsx";
import { page } from "./sign-in.tsx";
import { withFaults, type SandboxEnv } from "./ways.ts";

const word = z.string().trim().min(1).max(200);
const person = z.object({ lastname: word, firstname: word, birthday: z.iso.date() });
/** `verdict` is what the registers answer about a listed person, "barred" by default. */
const listed = person.extend({ verdict: z.enum(["barred", "unknown"]).optional() });
const list = z.object({ persons: z.array(listed).max(10_000) });
type Person = z.output<typeof person>;
export type ExcludedPerson = z.output<typeof listed>;

/** The exclusion registers of the three countries behind one API, with one list for all of them. */
export function exclusionRegisters(settings: ExclusionSettings, faults: Faults) {
  let persons: ExcludedPerson[] = [];
  let receipts = 0;

  const api = new Hono<SandboxEnv>();
  api.use(withFaults(faults, "exclusions"));
  api.post("/v1/:source{anj|ojar|epis}/checks", async (c) => {
    if (c.req.header("authorization") !== `Bearer ${settings.token}`) return c.json({ error: "unauthorised" }, 401);
    const asked = person.safeParse(await c.req.json().catch(() => null));
    if (!asked.success) return c.json({ error: "invalid" }, 422);
    const found = persons.find((one) => isSame(one, asked.data, c.req.param("source") === "epis"));
    const verdict = found === undefined ? "clear" : (found.verdict ?? "barred");
    return c.json({ verdict, receipt: `receipt-${(receipts += 1)}`, valid_until: null });
  });

  const pages = new Hono<SandboxEnv>();
  pages.get("/api/exclusions", (c) => c.json({ persons }));
  pages.put("/api/exclusions", async (c) => {
    const given = list.safeParse(await c.req.json().catch(() => null));
    if (!given.success) return c.json({ error: z.prettifyError(given.error) }, 422);
    persons = given.data.persons;
    return c.json({ persons });
  });
  pages.get("/exclusions", (c) => page(c, <ExclusionsPage persons={persons} />));
  pages.post("/exclusions", async (c) => {
    const { remove, ...fields } = Object.fromEntries(new URLSearchParams(await c.req.text()));
    const given = listed.safeParse(fields);
    if (remove !== undefined) persons = persons.filter((_one, at) => at !== Number(remove));
    else if (given.success) persons = [...persons, given.data];
    return c.redirect("/exclusions", 303);
  });
  return { api, pages };
}

/**
 * Compares as the registers do: without accents and case. The Belgian one looks at the first of several first names
 * only.
 */
function isSame(known: Person, asked: Person, byFirstName: boolean): boolean {
  const first = ({ firstname }: Person) => (byFirstName ? (firstname.trim().split(/\s+/)[0] ?? "") : firstname);
  const isAsked = plain(first(known)) === plain(first(asked)) || plain(known.firstname) === plain(asked.firstname);
  return isAsked && plain(known.lastname) === plain(asked.lastname) && known.birthday === asked.birthday;
}

function plain(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}]+/gu, " ")
    .trim()
    .toUpperCase();
}
