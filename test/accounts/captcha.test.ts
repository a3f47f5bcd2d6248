import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { verifyCaptcha } from "../../src/accounts/login/captcha.server.ts";
import type { Database } from "../../src/platform/database/database.server.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { solveCaptcha } from "../support/gateways.ts";
import { openTestApp } from "../support/test-app.ts";
import { testWorld } from "../support/world.ts";

oneDatabase("The captcha", (open) => {
  let database: Database;
  const clock = standingClock("2030-11-21T19:30:00Z");
  beforeAll(async () => {
    database = await open();
    await sql`create table if not exists used_captchas (
      challenge_hash bytea primary key, expires_at timestamptz not null)`.execute(database.db);
  });
  const nodes = () => [testWorld(database, {}, clock), testWorld(database, {}, clock)] as const;
  const solved = async () => solveCaptcha(await nodes()[0].gateways.captcha.challenge());

  it("accepts a solved challenge once, whichever node made it", async () => {
    const [one, other] = nodes();
    const payload = await solved();
    expect(await verifyCaptcha(other, payload)).toBe("ok");
    expect(await verifyCaptcha(one, payload)).toBe("refused");
    expect(await verifyCaptcha(other, payload)).toBe("refused");
    expect(await verifyCaptcha(one, await solved())).toBe("ok");
  });

  it("accepts a challenge once when fifty calls bring it at the same time", async () => {
    const payload = await solved();
    const [one, other] = nodes();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => verifyCaptcha(at % 2 === 0 ? one : other, payload)),
    );
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(1);
  });

  it("refuses a missing, a malformed and an expired challenge, and deletes old ones", async () => {
    const [world] = nodes();
    const payload = await solved();
    expect(await verifyCaptcha(world, undefined)).toBe("refused");
    expect(await verifyCaptcha(world, "'; drop table used_captchas; --")).toBe("refused");
    clock.advance(301_000);
    expect(await verifyCaptcha(world, payload)).toBe("refused");
    expect(await verifyCaptcha(world, await solved())).toBe("ok");
    const { rows } = await sql`select 1 from used_captchas`.execute(database.db);
    expect(rows).toHaveLength(1);
  });

  it("gives an uncached challenge at GET /api/captcha", async () => {
    const { send, world } = await openTestApp(database, { clock });
    const answers = await Promise.all([1, 2].map(() => send("localhost", "/api/captcha")));
    const challenges = (await Promise.all(answers.map((answer) => answer.json()))) as object[];
    expect(answers.map((answer) => [answer.status, answer.headers.get("cache-control")])).toEqual([
      [200, "no-store"],
      [200, "no-store"],
    ]);
    expect(challenges[0]).not.toEqual(challenges[1]);
    for (const challenge of challenges) expect(await verifyCaptcha(world, await solveCaptcha(challenge))).toBe("ok");
  });
});
