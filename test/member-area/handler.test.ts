import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REQUEST_COSTS } from "../../src/app/request-costs.ts";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { peopleOf, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const HOST = "port-serac.localhost:3000";
const OWN = { origin: `http://${HOST}`, "sec-fetch-site": "same-origin" };
const FORM = "application/x-www-form-urlencoded";

let app: TestApp;
let people: People;
let places = 0;

beforeAll(async () => {
  const venues = ["port-serac", "montreval"];
  app = await openIsolatedApp({ venues, clock: standingClock(SATURDAY_EVENING), pictures: "stand-ins" });
  people = peopleOf(app);
});
afterAll(() => app.close());

type Sent = { headers?: Record<string, string>; token?: string; host?: string; type?: string; method?: string };

function post(
  path: string,
  body: BodyInit,
  { headers = OWN, token, host = HOST, type = FORM, method = "POST" }: Sent = {},
) {
  return app.send(host, path, {
    method,
    body,
    headers: { "content-type": type, ...headers, ...(token === undefined ? {} : { cookie: `user_token=${token}` }) },
  });
}

describe("a form without a proof of work", () => {
  const form = new URLSearchParams({
    step: "2",
    civility_id: "1",
    lastname: "Berger",
    firstname: "Ana",
    birthday: "12/04/1988",
    email: "without-proof@example.test",
    password: "Lac-de-Serac!26",
    terms: "1",
  }).toString();

  it("is asked for the proof where a script sends it, and does not count against the limits without script", async () => {
    for (let at = 0; at < 8; at += 1) {
      const answer = await post("/creer-un-compte.data", form);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('"wantsProof",true');
    }
  });

  it("makes an account where a document sends it, within the limits without script", async () => {
    expect((await post("/creer-un-compte", form)).status).toBe(303);
  });
});

describe("logging out", () => {
  it("revokes the session and removes the cookie", async () => {
    const token = await people.member("leaving@example.test");
    const answer = await post("/me-deconnecter", "", { token });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^user_token=; .*Max-Age=0/),
      expect.stringMatching(/^has_session=; Max-Age=0/),
    ]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect((await people.introspect(token)).status).toBe(401);
  });

  it("ignores a link, a prefetch and another site's form", async () => {
    const token = await people.member("staying@example.test");
    await app.get("port-serac", "/me-deconnecter", { cookie: `user_token=${token}` });
    const elsewhere: Record<string, string>[] = [
      { origin: "http://evil.example", "sec-fetch-site": "cross-site" },
      { origin: "http://valombre.localhost:3000", "sec-fetch-site": "same-site" },
      { origin: "null" },
      {},
    ];
    for (const headers of elsewhere) expect((await post("/me-deconnecter", "", { token, headers })).status).toBe(403);
    expect((await people.introspect(token)).status).toBe(200);
  });

  it("tells a script where to go instead of redirecting it", async () => {
    const answer = await post("/me-deconnecter", "", { headers: { ...OWN, "x-in-place": "1" } });
    expect([answer.status, answer.headers.get("x-location"), answer.headers.get("location")]).toEqual([204, "/", null]);
  });
});

describe("answers malformed forms with a page, never with a server error", () => {
  it.each([
    ["more than 64 KiB", "a=".padEnd(70_000, "x"), FORM, 413],
    ["JSON", "{}", "application/json", 415],
    ["parts where no file is taken", "--x", "multipart/form-data; boundary=x", 415],
    ["two hundred and one fields", "a=1&".repeat(201), FORM, 400],
  ])("%s", async (_what, body, type, status) => {
    const answer = await post("/me-deconnecter", body, { type });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(await answer.text()).toContain("<h1>");
  });

  it("broken parts of a file upload", async () => {
    const type = "multipart/form-data; boundary=x";
    expect((await post("/mon-compte/photo", "--x\r\nContent-Disposition", { type })).status).toBe(400);
  });

  it.each(["", "%00=%ff", "a=%ED%A0%80", "__proto__=1&constructor=2", "%=%%%", "\u202Ea=b"])("%j", async (body) => {
    expect((await post("/me-deconnecter", body)).status).toBe(303);
    expect((await post("/me-connecter", body)).status).toBe(422);
  });

  it("treats a form without a body as an empty one", async () => {
    const answer = await app.send(HOST, "/me-connecter", { method: "POST", headers: OWN });
    expect(answer.status).toBe(422);
  });

  it("refuses an unknown method, and a POST to a page without forms, and names the methods of the page", async () => {
    for (const [path, method, allowed] of [
      ["/me-deconnecter", "PUT", "GET, HEAD, POST"],
      ["/me-deconnecter.data", "PUT", "GET, HEAD, POST"],
      ["/session", "POST", "GET, HEAD"],
      ["/session", "PUT", "GET, HEAD"],
      ["/consent", "DELETE", "GET, HEAD, POST"],
      ["/desk/membres", "PUT", "GET, HEAD, POST"],
      ["/desk/apercu/agenda", "PUT", "GET, HEAD, POST"],
      ["/desk/journal", "PUT", "GET, HEAD"],
      ["/agenda", "POST", "GET, HEAD"],
      ["/nowhere", "DELETE", "GET, HEAD"],
    ] as const) {
      const answer = await post(path, "", { method });
      expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 405, allowed]);
      expect(await answer.text()).toContain("<h1>");
    }
  });
});

describe("sites without a member area", () => {
  it("redirect every spelling of its paths to Home, also on the group's own host", async () => {
    for (const [host, path] of [
      ["montreval.localhost:3000", "/me-deconnecter"],
      ["localhost:3000", "/me-deconnecter"],
      [HOST, "/me-deconnecter"],
    ] as const) {
      const answer = await app.send(host, path);
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
    }
    const respelled = await app.send("montreval.localhost:3000", "//ME-DECONNECTER/");
    expect([respelled.status, respelled.headers.get("location")]).toEqual([301, "/me-deconnecter"]);
  });
});

describe("what a browser or a proxy may store", () => {
  const keeping = async (path: string, cookie: string) => {
    const answer = await app.get("port-serac", path, { cookie });
    return answer.headers.get("cache-control");
  };

  it.each([
    "/players-plus/releve",
    "/ma-carte",
    "/players-plus/create",
    "/players-plus/link",
    "/mon-compte",
    "/pseudo",
    "/phone-define",
    "/portefeuille",
    "/nouveau-mot-de-passe?token=x",
    "/email-confirmation?token=x",
    "/session",
  ])("is nothing of %s and its data, for members and for anybody else", async (path) => {
    const token = await people.member(`keeping${places++}@example.test`);
    const [page = "", query = ""] = path.split("?");
    for (const cookie of ["", `user_token=${token}`, `user_token=${"a".repeat(43)}`])
      for (const address of [path, `${page}.data?${query}`])
        expect([address, await keeping(address, cookie)]).toEqual([address, "private, no-store"]);
  });

  it.each(["Card", "Offers", "Account", "Cashless"])(
    "is nothing of the popup %s, or of its redirect",
    async (popup) => {
      const token = await people.member(`keeping${places++}@example.test`);
      for (const cookie of ["", `user_token=${token}`])
        for (const address of [`/?popup=${popup}`, `/_.data?popup=${popup}`, `/me-connecter?popup=${popup}`])
          expect([address, await keeping(address, cookie)]).toEqual([address, "private, no-store"]);
    },
  );

  it("is a form before the log-in, so that Back shows what was typed", async () => {
    for (const path of ["/me-connecter", "/creer-un-compte", "/recuperer-mon-mot-de-passe", "/players-plus"])
      expect([path, await keeping(path, "")]).toEqual([path, "private, no-cache"]);
  });
});

describe("one network", () => {
  type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };
  const from = (ip: string, path: string, init: Init = {}) =>
    app.send(HOST, path, { ...init, headers: { ...init.headers, "x-forwarded-for": ip } });
  const exhaust = async (ip: string) => {
    for (let at = 0; at < 300; at += 20)
      await Promise.all(Array.from({ length: 20 }, () => from(ip, "/nowhere", { method: "HEAD" })));
  };

  it("has 300 pages rendered at once; then 429 with Retry-After, while cached pages and other networks go on", async () => {
    await app.get("port-serac", "/agenda");
    await exhaust("203.0.113.1");
    for (const path of ["/nowhere", "/me-connecter", "/players-plus.data", "/jeux/jackpots?slot=77"]) {
      const refused = await from("203.0.113.200", path);
      expect([path, refused.status, refused.headers.get("retry-after")]).toEqual([path, 429, "1"]);
      expect(await refused.text()).toContain("Un peu trop de demandes");
      expect(refused.headers.get("cache-control")).toBe("no-store");
    }
    for (const path of ["/agenda.ics", "/agenda/5101.ics", "/sitemap.xml", "/hors-ligne/carte"])
      expect([path, (await from("203.0.113.200", path)).status]).toEqual([path, 429]);
    const english = await from("203.0.113.200", "/me-connecter", { headers: { "accept-language": "en" } });
    expect(await english.text()).toContain("A few too many requests");
    expect((await from("203.0.113.200", "/agenda")).status).toBe(200);
    expect((await from("203.0.113.200", "/AGENDA")).status).toBe(301);
    expect((await from("203.0.114.1", "/me-connecter")).status).toBe(200);
  });

  it("is refused every call that renders, hashes, writes or asks the database more than once", async () => {
    await exhaust("203.0.116.1");
    const refused: string[] = [];
    for (const route of Object.keys(REQUEST_COSTS)) {
      const [method = "", path = ""] = route.split(" ");
      const filled = path.replace(":file{.+\\.ics}", "5101.ics").replaceAll(/:(\w+)/g, "151");
      const json = { headers: { "content-type": "application/json" }, body: "{}" };
      const answer = await from("203.0.116.2", filled, { method, ...(method === "GET" ? {} : json) });
      if (answer.status === 429 && answer.headers.has("retry-after")) refused.push(route);
    }
    expect(refused).toEqual(Object.keys(REQUEST_COSTS));
    const head = await from("203.0.116.2", "/api/users/account/cashless/151/x", { method: "HEAD" });
    expect(head.status, "without a body").toBe(429);
    const { origin } = OWN;
    const read = await from("203.0.116.2", "/api/project", { headers: { origin } });
    expect([read.status, read.headers.get("access-control-allow-origin")]).toEqual([429, origin]);
  });

  it("waits a second for each refusal once it has had three hundred without a pause", async () => {
    await exhaust("203.0.115.1");
    const timed = async (count: number) => {
      const started = performance.now();
      const answers = await Promise.all(
        Array.from({ length: count }, () => from("203.0.115.1", "/nowhere", { method: "HEAD" })),
      );
      return { ms: performance.now() - started, statuses: [...new Set(answers.map(({ status }) => status))] };
    };
    await exhaust("203.0.115.1");
    const held = await timed(80);
    expect([held.statuses, held.ms >= 999]).toEqual([[429], true]);
  });

  it("has 300 passwords and PINs hashed at once, on pages and by calls together", async () => {
    await exhaust("2001:db8:5:1::1");
    const headers = { "content-type": "application/json" };
    const calls = [
      ["POST", "/api/auth/login"],
      ["POST", "/api/users/web"],
      ["POST", "/api/password/reset"],
      ["POST", "/api/otp/send"],
      ["PUT", "/api/users"],
      ["GET", "/api/users/account/cashless/151/x"],
    ] as const;
    for (const [method, path] of calls) {
      const body = method === "GET" ? {} : { body: "{}" };
      const refused = await from("2001:db8:5:2::1", path, { method, headers, ...body });
      expect([path, refused.status, refused.headers.get("retry-after")]).toEqual([path, 429, "1"]);
      expect(await refused.json()).toEqual({ error: "Trop de demandes, réessayez plus tard." });
    }
    expect((await from("2001:db8:5:2::1", "/api/site/151/games/stats")).status).toBe(200);
    const posted = await from("2001:db8:5:2::1", "/me-connecter", {
      method: "POST",
      body: "email=a@example.test&password=x",
      headers: { ...OWN, "content-type": FORM },
    });
    expect(posted.status).toBe(429);
  });
});
