import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deskVisitor, type DeskVisitor } from "../desk/desk-visitor.ts";
import { attackRow } from "../support/attack-rows.ts";
import { standingClock } from "../support/clock.ts";
import { durableDatabase, postgresDatabase } from "../support/databases.ts";
import { formVisitor, type Seen } from "../support/form-visitor.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PASSWORD, peopleOf, SITE, type Answered, type People } from "../support/people.ts";
import { welch } from "../support/timing.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { IS_PROOF } from "../support/proof.ts";

/** `npm run proof` times 2,000 pairs, enough for a statistical test; the usual run only compares bytes. */
const PAIRS = IS_PROOF ? Number(process.env["PROOF_PAIRS"] ?? 2_000) : 3;
const WARM_UP = IS_PROOF ? 20 : 0;
const T_MAX = 4.5;
const THREE_HOURS_MS = 3 * 3_600_000;
// As long as each other and with the same first letter, which the desk shows.
const KNOWN = "known@example.test";
const UNKNOWN = "kevin@example.test";
const WRONG = "Wrong-Word!12";
const IDENTITY = { civility_id: "1", lastname: "Delmas-Ferré", firstname: "Élodie", birthday: "17/05/1990" };

let app: TestApp;
let people: People;
let desk: DeskVisitor;
/** The account whose address is to change, and its member's session. */
let changing: { id: string; token: string };
let database: { close: () => Promise<void> };
beforeAll(async () => {
  const durable = IS_PROOF ? await durableDatabase() : undefined;
  const opened = durable?.database ?? (await postgresDatabase());
  database = durable ?? opened;
  const clock = standingClock(SATURDAY_EVENING);
  app = await openTestApp(opened, { venues: ["port-serac"], clock, pictures: "stand-ins" });
  people = peopleOf(app);
  await people.member(KNOWN);
  const token = await people.member("moves@example.test");
  const { db } = app.world.database;
  const account = db.selectFrom("accounts").select("id").where("email", "=", "moves@example.test");
  changing = { token, ...(await account.executeTakeFirstOrThrow()) };
  desk = await deskVisitor(app, { can: ["MEMBERS_READ", "MEMBERS_WRITE"], name: "Ines" });
  for (const email of [KNOWN, UNKNOWN])
    app.world.gateways.vouch("facebook", `of ${email}`, { subject: `of ${email}`, email });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

type Answer = Pick<Answered, "status" | "headers"> & { text: string };
/** Prepares what is not timed, such as a solved proof of work, and returns the call. */
type Asking = (email: string) => Promise<() => Promise<Answer>>;

const byApi = async (answered: Promise<Answered>): Promise<Answer> => {
  const { status, headers, body } = await answered;
  return { status, headers, text: JSON.stringify(body) };
};
const onPage = async (seen: Promise<Seen>): Promise<Answer> => {
  const { status, headers, html } = await seen;
  return { status, headers, text: html };
};

const askAtDesk = (email: string) => desk.post(`/desk/membres/${changing.id}`, { act: "email", email });

const ASKED: [name: string, status: number, Asking][] = [
  ["log-in by API", 401, async (email) => () => byApi(people.logIn(email, WRONG))],
  [
    "log-in on the page",
    401,
    async (email) => () => onPage(formVisitor(app).post("/me-connecter", { email, password: WRONG })),
  ],
  [
    "registration by API",
    200,
    async (email) => {
      const headers = await people.captcha();
      return () => byApi(people.post("/users/web", people.form(email), { headers }));
    },
  ],
  [
    "registration on the page",
    303,
    async (email) => {
      const typed = { ...IDENTITY, step: "2", email, password: PASSWORD, terms: "1", ...(await people.captcha()) };
      return () => onPage(formVisitor(app).post("/creer-un-compte", typed));
    },
  ],
  ["recovery by API", 200, async (email) => () => byApi(people.recover(email))],
  [
    "recovery on the page",
    200,
    async (email) => () => onPage(formVisitor(app).post("/recuperer-mon-mot-de-passe", { email })),
  ],
  [
    "social log-in by API",
    401,
    async (email) => () =>
      byApi(people.post("/auth/facebook", { access_token: `of ${email}`, source: "WEBSITE", origin: SITE })),
  ],
  [
    "social log-in on the page",
    303,
    async (email) => {
      const visitor = formVisitor(app);
      const away = new URL((await visitor.open("/connexion/facebook")).location ?? "");
      const back = new URLSearchParams({ code: `of ${email}`, state: away.searchParams.get("state") ?? "" });
      return () => onPage(visitor.open(`/connexion/facebook/retour?${back}`));
    },
  ],
  ["change of address at the desk", 303, async (email) => () => onPage(askAtDesk(email))],
  [
    "page of a change of address at the desk",
    200,
    async (email) => {
      await askAtDesk(email);
      await app.world.jobs.runAll();
      return () => onPage(desk.open(`/desk/membres/${changing.id}`));
    },
  ],
  [
    "change of one's own address by API, which does not exist",
    400,
    async (email) => () =>
      byApi(people.call("PUT", "/users", { token: changing.token, body: { email, current_password: PASSWORD } })),
  ],
];

describe("answers do not reveal who has an account", () => {
  it.each(ASKED)(
    "%s: %s, the same bytes in the same time",
    async (name, status, asking) => {
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
      const timed = async (kind: "known" | "unknown") => {
        const email = kind === "known" ? KNOWN : UNKNOWN;
        const ask = await asking(email);
        const started = performance.now();
        const answer = await ask();
        times[kind].push(performance.now() - started);
        return facelessBytes(answer, email);
      };
      for (let pair = 0; pair < PAIRS + WARM_UP; pair++) {
        const isKnownFirst = pair % 2 === 0;
        const first = await timed(isKnownFirst ? "known" : "unknown");
        const second = await timed(isKnownFirst ? "unknown" : "known");
        expect(first).toEqual(second);
        expect(first.status).toBe(status);
        await forgetLimits();
        if (pair % 20 === 19) await forgetMails();
      }
      if (!IS_PROOF) return;
      const t = welch(times.known.slice(WARM_UP), times.unknown.slice(WARM_UP));
      attackRow(
        `known against unknown address: ${name}`,
        `${PAIRS} interleaved pairs`,
        `the same bytes; Welch's t ${t.toFixed(2)}, allowed up to ${T_MAX}`,
      );
      expect(Math.abs(t)).toBeLessThan(T_MAX);
    },
    IS_PROOF ? THREE_HOURS_MS : undefined,
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

/** An answer without what is random in every one (tokens, ids, nonces) and without the address that was typed. */
function facelessBytes({ status, headers, text }: Answer, email: string) {
  const faceless = (words: string) => words.replaceAll(email, "…").replaceAll(/[\w+/-]{22,}={0,2}/g, "…");
  const sent = [...headers].filter(([name]) => name !== "x-request-id" && name !== "etag");
  return {
    status,
    headers: sent.map((header) => faceless(header.join(": "))),
    text: faceless(text),
    length: text.length,
  };
}

/** After a day no limit would count the pair before. */
async function forgetLimits(): Promise<void> {
  await app.world.database.db.deleteFrom("limit_windows").execute();
}

/** Deletes the waiting mail jobs, mails and pending accounts, so that their number does not affect the times. */
async function forgetMails(): Promise<void> {
  const { db } = app.world.database;
  app.world.jobs.waiting.length = 0;
  app.world.jobs.later.length = 0;
  await db.deleteFrom("mail_requests").execute();
  await db.deleteFrom("mails").execute();
  await db.deleteFrom("accounts").where("status", "=", "pending").execute();
}
