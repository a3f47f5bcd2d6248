import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import { standingClock } from "../support/clock.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PASSWORD, peopleOf, type Answered, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { amount } from "../support/proof.ts";

const RUNS = amount({ test: 3, proof: 100 });
/** A replaced token works for another minute, for requests that were under way. */
const GRACE_MS = 60_000;

const clock = standingClock(SATURDAY_EVENING);
let databases: Database[] = [];
let apps: TestApp[] = [];
let routes: [method: string, path: string][] = [];
beforeAll(async () => {
  const url = await createPostgresDatabase();
  databases = [await openDatabase({ url }), await openDatabase({ url })];
  for (const [index, database] of databases.entries())
    apps.push(await openTestApp(database, { venues: index === 0 ? ["port-serac"] : [], clock, pictures: "stand-ins" }));
  routes = await memberRoutes(peopleAt(0));
});
afterAll(async () => {
  for (const app of apps) await app.close();
  for (const database of databases) await database.close();
});

const appAt = (node: number) => apps[node % 2] as TestApp;
const peopleAt = (node: number) => peopleOf(appAt(node));

/** Every call that needs a member, from the API's description. */
async function memberRoutes(people: People): Promise<[string, string][]> {
  type Described = { paths: Record<string, Record<string, { security?: object[] }>> };
  const { paths } = (await people.call("GET", "/openapi.json")).body as unknown as Described;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security = [] }]) => security.some((one) => "cookie" in one))
      .map(([method]) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, "x")] as [string, string]),
  );
}

/** A session as its holder knows it; `former` is the token before the last rotation. */
type Session = { token: string; former: { token: string; until: number } | null };
type Model = { password: string; sessions: Session[]; dead: string[]; isDisabled: boolean };
type Real = { email: string };
type Command = fc.AsyncCommand<Model, Real>;

function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Model) => boolean = ({ sessions }) => sessions.length > 0,
): Command {
  return {
    check: (model) => !model.isDisabled && check(model),
    run: async (model, real) => {
      await run(model, real);
      await isObeyed(model);
    },
    toString: () => name,
  };
}

/** Both nodes refuse every ended session at once, and accept all others. */
async function isObeyed({ sessions, dead }: Model): Promise<void> {
  const statuses = async (tokens: string[]) =>
    Promise.all(
      tokens.flatMap((token) =>
        [0, 1].map(async (at) => (await peopleAt(at).call("GET", "/profile", { token })).status),
      ),
    );
  expect(new Set(await statuses(dead.slice(-6)))).not.toContain(200);
  for (const status of await statuses(sessions.map(({ token }) => token))) expect(status).toBe(200);
}

function end(model: Model, ended: readonly Session[]): void {
  model.sessions = model.sessions.filter((session) => !ended.includes(session));
  for (const { token, former } of ended) model.dead.push(token, ...(former === null ? [] : [former.token]));
}
async function succeeds(answer: Promise<Answered>): Promise<void> {
  expect((await answer).status).toBe(200);
}
const oneOf = ({ sessions }: Model, which: number) => sessions[which % sessions.length] as Session;
const othersOf = ({ sessions }: Model, one: Session) => sessions.filter((session) => session !== one);

const node = fc.nat(1);
const which = fc.nat(20);
const COMMANDS = [
  node.map((at) =>
    command(
      `log in at node ${at}`,
      async (model, { email }) => {
        const token = (await peopleAt(at).logIn(email, model.password)).body.data?.token ?? "";
        model.sessions.push({ token, former: null });
      },
      ({ sessions }) => sessions.length < 4,
    ),
  ),
  fc.tuple(node, which).map(([at, index]) =>
    command(`log session ${index} out at node ${at}`, async (model) => {
      const session = oneOf(model, index);
      await succeeds(peopleAt(at).call("POST", "/auth/logout", { token: session.token }));
      end(model, [session]);
    }),
  ),
  fc.tuple(node, which, fc.boolean()).map(([at, index, keep]) =>
    command(`log out everywhere${keep ? " else" : ""} by session ${index} at node ${at}`, async (model) => {
      const session = oneOf(model, index);
      const path = `/auth/sessions${keep ? "?keep=current" : ""}`;
      await succeeds(peopleAt(at).call("DELETE", path, { token: session.token }));
      end(model, keep ? othersOf(model, session) : model.sessions);
    }),
  ),
  fc.tuple(node, which, fc.nat(99)).map(([at, index, word]) =>
    command(`change the password by session ${index} at node ${at}`, async (model) => {
      const session = oneOf(model, index);
      const typed = `Phare-Blanc?${word}${model.dead.length}`;
      const password = typed === model.password ? `${typed}0` : typed;
      const body = { current_password: model.password, password };
      await succeeds(peopleAt(at).call("PUT", "/users", { token: session.token, body }));
      model.password = password;
      end(model, othersOf(model, session));
    }),
  ),
  fc.tuple(node, which).map(([at, index]) =>
    command(`introspect session ${index} at node ${at}`, async (model) => {
      const session = oneOf(model, index);
      const token = String((await peopleAt(at).introspect(session.token)).body.user?.["token"]);
      if (token === session.token) return;
      if (session.former !== null) model.dead.push(session.former.token);
      session.former = { token: session.token, until: clock.now().getTime() + GRACE_MS };
      session.token = token;
    }),
  ),
  fc.integer({ min: 1, max: 120 }).map((seconds) =>
    command(`wait ${seconds} s`, async ({ sessions, dead }) => {
      clock.advance(seconds * 1000);
      for (const session of sessions) {
        if (session.former === null || session.former.until > clock.now().getTime()) continue;
        dead.push(session.former.token);
        session.former = null;
      }
    }),
  ),
  fc.constant(
    command("forget the password and set another by mail", async (model, { email }) => {
      const people = peopleAt(0);
      clock.advance(GRACE_MS);
      await people.forgetMails();
      await people.recover(email);
      const password = `Falaise-Craie!${model.dead.length}`;
      await succeeds(people.reset(await people.linkToken(email), password));
      model.password = password;
      end(model, model.sessions);
    }),
  ),
  fc.constant(
    command("be disabled by staff", async (model, { email }) => {
      const { db } = appAt(0).world.database;
      await db.updateTable("accounts").set({ disabled_at: clock.now() }).where("email", "=", email).execute();
      end(model, model.sessions);
      model.isDisabled = true;
    }),
  ),
  fc.tuple(node, which).map(([at, index]) =>
    command(`leave for good by session ${index} at node ${at}`, async (model) => {
      const { token } = oneOf(model, index);
      await succeeds(peopleAt(at).requestDeletion(token));
      end(model, model.sessions);
    }),
  ),
];

it(
  "refuses the token of an ended session on both nodes and on every call, after any sequence of events",
  async () => {
    expect(routes.length).toBeGreaterThan(8);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 14 }), async (commands) => {
        const email = `model-${(run += 1)}@example.test`;
        const token = await peopleAt(run).member(email);
        const model: Model = { password: PASSWORD, sessions: [{ token, former: null }], dead: [], isDisabled: false };
        await fc.asyncModelRun(() => ({ model, real: { email } }), commands);
        const dead = [...new Set(model.dead)].slice(-4);
        for (const over of dead) {
          const answers = routes.flatMap(([method, path]) =>
            [0, 1].map(async (at) => {
              const body = method === "POST" || method === "PUT" ? { body: {} } : {};
              return (await peopleAt(at).call(method, path, { token: over, ...body })).status;
            }),
          );
          expect(new Set(await Promise.all(answers))).toEqual(new Set([401]));
          const cookie = `user_token=${over}`;
          const home = await (await appAt(run).get("port-serac", "/", { cookie })).text();
          const account = await appAt(run + 1).get("port-serac", "/mon-compte", { cookie });
          expect([home.includes("Élodie"), account.status]).toEqual([false, 302]);
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  amount({ test: 120_000, proof: 3_600_000 }),
);
