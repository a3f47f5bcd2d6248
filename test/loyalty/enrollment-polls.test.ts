import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import { standingClock } from "../support/clock.ts";
import { createPostgresDatabase, eachDatabase } from "../support/databases.ts";
import { enrollingAt, type Enrolling } from "./enrolled.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { SOON } from "../support/patience.ts";

const UUID = /^[0-9a-f-]{36}$/;

eachDatabase("an unchanged enrollment poll", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let at: Enrolling;
  beforeAll(async () => {
    app = await openTestApp(await open(), { venues: ["port-serac"], clock, pictures: "stand-ins" });
    at = enrollingAt(app);
  });
  afterAll(() => app.close());

  const poll = (token: string, etag?: string | null) =>
    at.people.call("GET", "/users/enrollment", {
      token,
      headers: etag === undefined || etag === null ? {} : { "if-none-match": etag },
    });

  it("gets 304 by its ETag, and a new answer after any change", async () => {
    const token = await at.person("polls@example.org");
    const first = await poll(token);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const etag = first.headers.get("etag");
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect((await poll(token, etag)).status).toBe(304);
    await at.begin(token);
    await vi.waitFor(async () => expect((await poll(token, etag)).status).toBe(200), SOON);
    const begun = (await poll(token)).headers.get("etag");
    await app.world.database.db
      .updateTable("accounts")
      .set({ lastname: "Autrement" })
      .where("email", "=", "polls@example.org")
      .execute();
    await vi.waitFor(async () => expect((await poll(token, begun)).status).toBe(200), SOON);
    expect(await at.enrollment(token)).toMatchObject({ status: "NEW", id: expect.stringMatching(UUID) });
  });

  // The clock stands still, so only the log-out's notification can end the cached answer.
  it("gets 401 within a second after the session ended", async () => {
    const token = await at.person("polls-and-leaves@example.org");
    await poll(token);
    expect((await poll(token)).status).toBe(200);
    await at.people.call("POST", "/auth/logout", { token });
    await vi.waitFor(async () => expect((await poll(token)).status).toBe(401), SOON);
  });

  it("never gets another member's answer", async () => {
    const [one, other] = [await at.person("polls-one@example.org"), await at.person("polls-other@example.org")];
    await at.begin(one);
    await poll(other);
    expect((await at.enrollment(other)).id).toBeNull();
    expect((await poll(other, (await poll(one)).headers.get("etag"))).status).toBe(200);
  });
});

describe("enrollment on two nodes", () => {
  const clock = standingClock(SATURDAY_EVENING);
  const databases: Database[] = [];
  const apps: TestApp[] = [];
  beforeAll(async () => {
    const url = await createPostgresDatabase();
    for (const node of [0, 1]) {
      const database = await openDatabase({ url });
      databases.push(database);
      apps.push(
        await openTestApp(database, { venues: node === 0 ? ["port-serac"] : [], clock, pictures: "stand-ins" }),
      );
    }
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    for (const database of databases) await database.close();
  });
  const peopleOfNode = (node: number) => enrollingAt(apps[node] as TestApp);

  it("needs at most twenty queries for a thousand polls, and sees changes made on either node", async () => {
    const [one, other] = [peopleOfNode(0), peopleOfNode(1)];
    const token = await one.person("polls-two-nodes@example.org");
    await one.begin(token);
    const executors = databases.map(({ db }) => vi.spyOn(db.getExecutor(), "executeQuery"));
    let etag: string | null = null;
    for (let poll = 0; poll < 1_000; poll += 1) {
      const node = poll % 2 === 0 ? one : other;
      const headers: Record<string, string> = etag === null ? {} : { "if-none-match": etag };
      const answer = await node.people.call("GET", "/users/enrollment", { token, headers });
      etag = answer.headers.get("etag");
      if (poll > 0) expect(answer.status).toBe(304);
      clock.advance(1_000);
    }
    const statements = executors.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    expect(statements).toBeGreaterThan(0);
    expect(statements).toBeLessThanOrEqual(20);
    vi.restoreAllMocks();
    await one.says({ status: "opened" });
    await vi.waitFor(async () => expect(await other.statusOf(token)).toBe("OPENED"), SOON);
  });

  it("gives concurrent requests one link, one membership and one card", async () => {
    const nodes = [peopleOfNode(0), peopleOfNode(1)] as const;
    const nodeOf = (index: number) => nodes[index % 2 === 0 ? 0 : 1];
    const token = await nodes[0].person("races@example.org", { lastname: "Course" });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => nodeOf(at).begin(token)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    const [where] = apps.filter(({ world }) =>
      world.gateways.identities.started.some(({ name }) => name.endsWith("Course")),
    );
    const at = enrollingAt(where as TestApp);
    await at.says(at.approved({ lastname: "COURSE" }));
    const { card_id: card } = await at.enrollment(token);
    const entrances = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        nodeOf(index).entrance({ event_id: `race ${index}`, card_id: card, identity_checked: true }),
      ),
    );
    expect(new Set(entrances.map(({ status }) => status))).toEqual(new Set([200]));
    await Promise.all(apps.map(({ world }) => world.jobs.runAll()));
    const made = await databases[0]?.db
      .selectFrom("memberships")
      .innerJoin("cards", "cards.membership_id", "memberships.id")
      .select("card_number")
      .where("lastname", "=", "COURSE")
      .execute();
    expect(made).toEqual([{ card_number: card }]);
  });
});
