import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PERMISSIONS, type Permission } from "../../src/staff/contract.ts";
import { DESK_ROUTES } from "../../src/venues/desk/routes.ts";
import pages from "../../src/routes.ts";
import { standingClock } from "../support/clock.ts";
import { dump } from "../support/dump.ts";
import { giftHelpers } from "../gifts/gift-helpers.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { API_ROUTES, PAGE_ROUTES, pagePatterns, type Audience } from "./route-table.ts";
import { logInStaff } from "../support/staff.ts";
import { PIN, walletPeopleOf } from "../wallet/wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import type { Database } from "../../src/platform/database/database.server.ts";

const HOST = "port-serac.localhost:3000";
/** Text of the victim's and of the site's drafts, which nobody else may read. */
const DRAFT = "Brouillon confidentiel";
const FREE: string[] = ["metrics", "provider", "pass", "import", "floor"];

type Caller = { name: string; bearer?: string; cookie?: string };
type CallAnswer = { status: number; text: string };

describe("authorisation of every route", () => {
  let database: Database;
  let app: TestApp;
  let victim: Caller;
  let strangers: Caller[];
  let staff: Record<"right" | "elsewhere", Caller>;
  let without: Map<Permission, Caller>;
  let secrets: string[];
  let params: Record<string, string>;
  let victimRows: () => Promise<string[]>;

  beforeAll(async () => {
    const clock = standingClock(SATURDAY_EVENING);
    app = await openIsolatedApp({ venues: ["port-serac", "valombre"], clock, pictures: "stand-ins" });
    database = app.world.database;
    await plant();
  }, 120_000);
  afterAll(() => app.close());

  /** Makes a member with everything that a member can have, other members, and staff of every kind. */
  async function plant(): Promise<void> {
    const [gifts, wallets] = [giftHelpers(app), walletPeopleOf(app)];
    const owner = await wallets.member({ lastname: "Canariensis" });
    const code = await gifts.gift(await gifts.offer(), { membershipId: owner.membershipId });
    const { unlock = "" } = (await wallets.unlockNative(owner.token, PIN)).body;
    const started = await wallets.call("POST", "/transaction/init", owner.token, {
      provider: "instant_transfer",
      return_url: `http://${HOST}/?popup=Cashless`,
      from: "web",
      site_id: 151,
      product: { type: "cashless", amount: 50, currency: "EUR" },
      data: { site_id: 151, pin_code: unlock },
    });
    const { transaction_uuid: uuid } = started.body.data as { transaction_uuid: string };
    const other = await wallets.member({ lastname: "Autre" });
    const account = await database.db
      .selectFrom("accounts")
      .select(["id", "customer_id", "wallet_key", "mobile_phone"])
      .where("email", "=", owner.email)
      .executeTakeFirstOrThrow();
    const session = await database.db
      .selectFrom("sessions")
      .select("id")
      .where("account_id", "=", account.id)
      .executeTakeFirstOrThrow();
    const right = await logInStaff(app, { name: "Right" });
    const elsewhere = await logInStaff(app, { name: "Elsewhere", venues: ["valombre"], slug: "port-serac" });
    const { projectId } = app.services.table.all().find(({ slug }) => slug === "port-serac") ?? { projectId: 0 };
    await right.save("soir-edito", DRAFT);
    await right.save("soir-edito", "Ce que tout le monde lit");
    await right.save("soir-edito", DRAFT, { publish_at: "2026-12-01T20:30" });
    const offer = await gifts.offer();
    await database.db
      .updateTable("offers")
      .set({ project_id: projectId, target: "all", created_by: "Right" })
      .where("id", "=", offer)
      .execute();

    const asMember = (name: string, token: string) => ({ name, bearer: token, cookie: `user_token=${token}` });
    victim = asMember("the member", owner.token);
    strangers = [{ name: "nobody" }, asMember("another member", other.token)];
    staff = {
      right: { name: "staff of this site", bearer: right.token, cookie: right.cookie },
      elsewhere: { name: "staff of another site", bearer: elsewhere.token, cookie: elsewhere.cookie },
    };
    without = new Map();
    for (const permission of PERMISSIONS) {
      const made = await logInStaff(app, {
        name: `Not ${permission}`,
        can: PERMISSIONS.filter((one) => one !== permission),
      });
      without.set(permission, { name: `staff without ${permission}`, bearer: made.token, cookie: made.cookie });
    }
    const phone = account.mobile_phone?.slice(4) ?? "none";
    secrets = [
      "Canariensis",
      owner.email,
      phone,
      account.customer_id,
      account.wallet_key ?? "",
      owner.membershipId,
      owner.card,
      code,
      DRAFT,
    ];
    params = {
      id: session.id,
      ref: account.id,
      transaction_uuid: uuid,
      uuid,
      site_id: "151",
      pin: unlock,
      status: "available",
      type: "ep",
      code,
      card: owner.card,
      card_number: owner.card,
      earning: "earning-1",
      establishment_id: "51",
      projectId: String(projectId),
      slot_number: "1",
      key: "soir-edito",
      provider: "google",
      file: "x.pkpass",
      device: "device",
      serial: owner.card,
      name: "x",
      query: "1",
      slug: "x",
    };
    deskParams = { ...params, id: offer, section: "horaires", item: "nouveau" };
    const ids = [account.id, owner.membershipId, owner.card, uuid, DRAFT];
    victimRows = async () =>
      Object.entries(await dump(database))
        .filter(([table]) => !["audit_entries", "limit_windows", "login_minutes", "pin_challenges"].includes(table))
        .flatMap(([table, rows]) =>
          rows.filter((row) => ids.some((id) => row.includes(id))).map((row) => `${table} ${row}`),
        );
  }
  let deskParams: Record<string, string>;

  const filled = (path: string, values = params) =>
    path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(values[name] ?? "x")).replace(/\*$/, "x");

  async function ask(
    caller: Caller,
    method: string,
    path: string,
    { host = HOST, form = false }: { host?: string; form?: boolean } = {},
  ): Promise<CallAnswer> {
    const isRead = method === "GET";
    const isApi = path.startsWith("/api/");
    const origin = `http://${host}`;
    const upload = path.endsWith("/img/upload/full") ? new FormData() : null;
    upload?.set("key", "x");
    upload?.set("projectId", params["projectId"] ?? "");
    const answer = await app.send(host, path, {
      method,
      redirect: "manual",
      headers: {
        "x-forwarded-for": "203.0.113.9",
        ...(isApi && caller.bearer !== undefined ? { authorization: `Bearer ${caller.bearer}` } : {}),
        ...(!isApi && caller.cookie !== undefined ? { cookie: caller.cookie } : {}),
        ...(isRead ? {} : { origin, "sec-fetch-site": "same-origin" }),
        ...(isRead || upload !== null
          ? {}
          : { "content-type": form ? "application/x-www-form-urlencoded" : "application/json" }),
      },
      ...(isRead ? {} : { body: upload ?? (form ? "act=card" : JSON.stringify(bodyFor(path))) }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** A body with which each call would do harm if it were allowed. */
  function bodyFor(path: string): object {
    if (path.endsWith("/project/content"))
      return { key: "soir-edito", projectId: Number(params["projectId"]), content: '{"blocks":[]}' };
    if (path.endsWith("/clearcache")) return { projectId: Number(params["projectId"]) };
    if (path.endsWith("/unlocks")) return { pin: "0000" };
    if (path.endsWith("/card/link")) return { card_number: params["card"] };
    return {};
  }

  const leaksOf = ({ text }: CallAnswer) => secrets.filter((secret) => secret !== "" && text.includes(secret));

  /** Sends a call and returns what is wrong with the answer: a server error, a leak, or an unexpected status. */
  async function judged(caller: Caller, route: string, expected: number[] | null, host = HOST): Promise<string[]> {
    const [method = "", pattern = ""] = route.split(" ");
    const told = await ask(caller, method, filled(pattern), { host });
    const who = `${route} by ${caller.name} on ${host}: ${told.status}`;
    const leaks = leaksOf(told);
    return [
      ...(told.status >= 500 && pattern !== "/readyz" ? [`${who}, a fault`] : []),
      ...(leaks.length > 0 ? [`${who}, leaks ${leaks.join(", ")}`] : []),
      ...(expected !== null && !expected.includes(told.status) ? [`${who}, expected ${expected.join(" or ")}`] : []),
    ];
  }

  it("lists every route of the app and no other", () => {
    const routes = new Set(app.hono.routes.map(({ method, path }) => `${method} ${path}`));
    expect([...routes].sort()).toEqual(Object.keys(API_ROUTES).sort());
  });

  it("lists every page and no other; the desk's own map lists its pages and permissions", () => {
    const paths = pagePatterns(pages);
    const isDesk = (path: string) => /^\/desk(\/|$)/.test(path);
    expect(paths.filter((path) => !isDesk(path)).sort()).toEqual(Object.keys(PAGE_ROUTES).sort());
    expect(paths.filter(isDesk).sort()).toEqual(DESK_ROUTES.map(({ path }) => path).sort());
  });

  it("lists the same paths as the API's description", async () => {
    const document = (await (await app.send(HOST, "/api/openapi.json")).json()) as { paths: Record<string, object> };
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) =>
          `${method.toUpperCase()} ${path.startsWith("/webhooks") ? "" : "/api"}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      ),
    );
    for (const route of described) expect(Object.keys(API_ROUTES)).toContain(route);
  });

  it("answers the owner, so that the tests below prove something", async () => {
    const own = await ask(victim, "GET", "/api/profile");
    expect(leaksOf(own)).toContain("Canariensis");
    expect((await ask(victim, "GET", filled("/api/transaction/:transaction_uuid"))).status).toBe(200);
    expect(leaksOf(await ask(victim, "GET", "/api/users/offers/available"))).not.toEqual([]);
    expect(
      leaksOf(await ask(staff.right, "GET", filled("/api/operators/content/:projectId/:key/revisions"))),
    ).toContain(DRAFT);
    expect(leaksOf(await ask(staff.right, "GET", filled("/desk/membres/:ref")))).toContain("Canariensis");
    expect(leaksOf(await ask(victim, "GET", "/mon-compte"))).not.toEqual([]);
  });

  const byAudience = (audience: (one: Audience) => boolean) =>
    Object.entries(API_ROUTES).filter(([, one]) => audience(one));

  it("answers a member's calls to that member only: 401 to anonymous callers, no data to other members", async () => {
    const before = await victimRows();
    const wrong: string[] = [];
    for (const [route] of byAudience((one) => one === "member")) {
      wrong.push(...(await judged(strangers[0] as Caller, route, [401])));
      wrong.push(...(await judged(staff.right, route, [401])));
      // Calls that end the other member's session or account come last.
      if (!/logout|DELETE/.test(route)) wrong.push(...(await judged(strangers[1] as Caller, route, null)));
    }
    wrong.push(...(await judged(strangers[1] as Caller, "DELETE /api/auth/sessions/:id", [404])));
    expect(wrong).toEqual([]);
    expect(await victimRows()).toEqual(before);
  });

  it("answers staff's calls only to staff of that site with that permission", async () => {
    const before = await victimRows();
    const wrong: string[] = [];
    const permitted = byAudience((one) => one === "operator" || PERMISSIONS.includes(one as Permission));
    for (const [route, audience] of permitted) {
      for (const caller of [strangers[0] as Caller, victim, strangers[1] as Caller])
        wrong.push(...(await judged(caller, route, [401])));
      if (audience === "operator") continue;
      wrong.push(...(await judged(without.get(audience as Permission) as Caller, route, [403])));
      // Sessions and tickets belong to no site: for staff of another site they do not exist.
      const isElsewhere = audience === "STAFF" ? [403, 404, 422] : [403];
      for (const host of [HOST, "localhost:3000"])
        wrong.push(...(await judged(staff.elsewhere, route, isElsewhere, host)));
    }
    expect(wrong).toEqual([]);
    expect(await victimRows()).toEqual(before);
  });

  it("refuses calls that need a key, a signature or a pass without one", async () => {
    const before = await victimRows();
    const wrong: string[] = [];
    for (const [route] of byAudience((one) => FREE.includes(one)))
      for (const caller of [...strangers, victim, staff.right])
        wrong.push(...(await judged(caller, route, [400, 401, 403, 404])));
    expect(wrong).toEqual([]);
    expect(await victimRows()).toEqual(before);
  });

  it("answers public calls without data of any person", async () => {
    const before = await victimRows();
    const wrong: string[] = [];
    for (const [route] of byAudience((one) => one === "anyone"))
      for (const caller of [...strangers, staff.elsewhere]) wrong.push(...(await judged(caller, route, null)));
    expect(wrong).toEqual([]);
    expect(await victimRows()).toEqual(before);
  });

  it("shows a member's pages and popups to no other caller", async () => {
    const wrong: string[] = [];
    for (const path of Object.keys(PAGE_ROUTES))
      for (const caller of [...strangers, staff.right]) wrong.push(...(await judged(caller, `GET ${path}`, null)));
    for (const popup of ["Account", "Card", "Offers", "Menu"])
      for (const caller of [...strangers, staff.elsewhere])
        wrong.push(...(await judged(caller, `GET /?popup=${popup}`, null)));
    expect(wrong).toEqual([]);
  }, 120_000);

  describe("each page of the desk needs its permission", () => {
    it.each(DESK_ROUTES.map((route) => [route.path, route] as const))("%s", async (path, { permission }) => {
      const wrong: string[] = [];
      const at = filled(path, deskParams);
      const expectStatus = async (caller: Caller, method: "GET" | "POST", statuses: number[], host = HOST) => {
        const told = await ask(caller, method, at, { host, form: true });
        const leaks = statuses.includes(200) ? [] : leaksOf(told);
        if (!statuses.includes(told.status) || leaks.length > 0)
          wrong.push(`${method} ${at} by ${caller.name} on ${host}: ${told.status} ${leaks.join(", ")}`);
      };
      for (const caller of [...strangers, victim]) {
        await expectStatus(caller, "GET", [303]);
        await expectStatus(caller, "POST", [401]);
      }
      for (const method of ["GET", "POST"] as const) {
        await expectStatus(staff.elsewhere, method, path === "/desk/sortie" ? [302, 303, 403] : [403]);
        if (permission !== null) await expectStatus(without.get(permission) as Caller, method, [403]);
      }
      // At their own site's desk, staff of another venue find no data of this one.
      const theirs = await ask(staff.elsewhere, "GET", at, { host: "valombre.localhost:3000" });
      if (theirs.status >= 500 || leaksOf(theirs).length > 0)
        wrong.push(`GET ${at} of another venue: ${theirs.status} ${leaksOf(theirs).join(", ")}`);
      if (path !== "/desk/sortie") {
        const own = await ask(staff.right, "GET", at);
        // A path with a parameter may name nothing, or redirect to the page where it starts.
        const isAnswered = own.status === 200 || ([302, 303, 404].includes(own.status) && /\/:|apercu/.test(path));
        if (!isAnswered) wrong.push(`GET ${at} by staff of this site: ${own.status}`);
      }
      expect(wrong).toEqual([]);
    });
  });
});
