import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standingClock, type StandingClock } from "../support/clock.ts";
import { durableDatabase, postgresDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { peopleOf, type Answered, type People } from "../support/people.ts";
import { welch } from "../support/timing.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { IS_PROOF } from "../support/proof.ts";

/** `npm run proof` times 2,000 pairs, enough for a statistical test; the usual run only compares bytes. */
const PAIRS = IS_PROOF ? Number(process.env["PROOF_PAIRS"] ?? 2_000) : 3;
const WARM_UP = 20;
const T_MAX = 4.5;
const HOUR_MS = 3_600_000;
const KNOWN = "known@example.test";
const UNKNOWN = "never@example.test";

let app: TestApp;
let people: People;
let clock: StandingClock;
let database: { close: () => Promise<void> };
beforeAll(async () => {
  const durable = IS_PROOF ? await durableDatabase() : undefined;
  const opened = durable?.database ?? (await postgresDatabase());
  database = durable ?? opened;
  clock = standingClock(SATURDAY_EVENING);
  app = await openTestApp(opened, { venues: ["port-serac"], clock, pictures: "stand-ins" });
  people = peopleOf(app);
  await people.member(KNOWN);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

describe("answers do not reveal who has an account", () => {
  it.each([
    ["log-in", (email: string) => people.logIn(email, "Wrong-Word!12")],
    [
      "register",
      (email: string, headers: Record<string, string>) => people.post("/users/web", people.form(email), { headers }),
    ],
    ["recover", (email: string) => people.recover(email)],
  ])(
    "%s: the same bytes in the same time",
    async (name, ask) => {
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
      const timed = async (kind: "known" | "unknown") => {
        const headers = name === "register" ? await people.captcha() : {};
        const started = performance.now();
        const answer = await ask(kind === "known" ? KNOWN : UNKNOWN, headers);
        times[kind].push(performance.now() - started);
        return answer;
      };
      for (let pair = 0; pair < PAIRS + WARM_UP * Number(IS_PROOF); pair++) {
        // After an hour no limit counts the pair before.
        clock.advance(HOUR_MS);
        const isKnownFirst = pair % 2 === 0;
        const first = await timed(isKnownFirst ? "known" : "unknown");
        const second = await timed(isKnownFirst ? "unknown" : "known");
        expect(facelessBytes(first)).toEqual(facelessBytes(second));
        if (pair % 20 === 19) await forgetMails();
      }
      if (!IS_PROOF) return;
      const t = welch(times.known.slice(WARM_UP), times.unknown.slice(WARM_UP));
      process.stdout.write(`${JSON.stringify({ call: name, pairs: PAIRS, t: Number(t.toFixed(2)), below: T_MAX })}\n`);
      expect(Math.abs(t)).toBeLessThan(T_MAX);
    },
    IS_PROOF ? 3 * HOUR_MS : undefined,
  );

  it("log-in to an account that was registered with a known address works as with a new one", async () => {
    const answers: number[] = [];
    for (const email of [KNOWN, "brand-new@example.test"]) {
      await people.register(email, { password: "Phare-Blanc?82" });
      const session = (await people.logIn(email, "Phare-Blanc?82")).body.data?.token ?? "";
      const resent = await people.post(
        "/users/email-validation",
        { email, callback_url: "http://port-serac.localhost:3000/email-confirmation" },
        { token: session },
      );
      answers.push((await people.introspect(session)).status, resent.status);
    }
    expect(answers).toEqual([200, 200, 200, 200]);
  });
});

/** An answer without the token, which is random. */
function facelessBytes({ status, body, headers }: Answered): unknown {
  const names = [...headers.keys()].filter((name) => name !== "set-cookie").sort();
  const text = JSON.stringify(body).replace(/"token":"[\w-]{43}"/, '"token":"…"');
  return { status, names, text, length: JSON.stringify(body).length };
}

/** Deletes the waiting mail jobs and pending accounts, so that their number does not affect the times. */
async function forgetMails(): Promise<void> {
  app.world.jobs.waiting.length = 0;
  await app.world.database.db.deleteFrom("accounts").where("status", "=", "pending").execute();
}
