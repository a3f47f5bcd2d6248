import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox } from "../../sandbox/app.tsx";
import { sandboxGatewaySettings } from "../../src/platform/settings/sandbox-gateways.server.ts";
import { formVisitor } from "../support/form-visitor.ts";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { peopleOf, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const HOST = "port-serac.localhost:3000";
const OWN = { origin: `http://${HOST}`, "sec-fetch-site": "same-origin" };

let app: TestApp;
let people: People;
let count = 0;

beforeAll(async () => {
  app = await openIsolatedApp({
    venues: ["port-serac"],
    clock: standingClock(SATURDAY_EVENING),
    pictures: "stand-ins",
  });
  people = peopleOf(app);
});
afterAll(() => app.close());

const member = () => people.member(`app-${(count += 1)}@example.test`);
const handOff = (address: string | null, token?: string) =>
  app.get(
    "port-serac",
    `/native-me-connecter${address === null ? "" : `?native_redirect_url=${encodeURIComponent(address)}`}`,
    token === undefined ? {} : { cookie: `user_token=${token}` },
  );
const led = async (answer: Promise<Response>) => (await answer).headers.get("location");

describe("/native-me-connecter", () => {
  it("redirects to Home without an address, and to the log-in where nobody is logged in, with the query", async () => {
    expect(await led(handOff(null, await member()))).toBe("/");
    expect(await led(handOff("belrive://session"))).toBe("/me-connecter?native_redirect_url=belrive%3A%2F%2Fsession");
  });

  it("gives the app a session of its own in an uncached redirect; query and fragment stay", async () => {
    const token = await member();
    const answer = await handOff("belrive://session/back?from=menu#top", token);
    const address = new URL(answer.headers.get("location") ?? "");
    const given = address.searchParams.get("token") ?? "";
    expect([address.protocol, address.searchParams.get("from"), address.hash]).toEqual(["belrive:", "menu", "#top"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(given).not.toBe(token);
    expect((await people.introspect(given)).status).toBe(200);
    const sessions = await (await app.get("port-serac", "/mon-compte", { cookie: `user_token=${token}` })).text();
    expect(sessions.match(/name="session"/g)?.length).toBeGreaterThanOrEqual(1);
  });

  it("asks first where another site's page led here, and opens no session before", async () => {
    const token = await member();
    const sessions = async () =>
      (await app.world.database.db.selectFrom("sessions").select("id").where("kind", "=", "native").execute()).length;
    const path = "/native-me-connecter?native_redirect_url=belrive%3A%2F%2Fx";
    const from = (site: string) =>
      app.get("port-serac", path, { cookie: `user_token=${token}`, "sec-fetch-site": site });
    const before = await sessions();
    const asked = await from("cross-site");
    const page = await asked.text();
    expect([asked.status, asked.headers.get("location"), await sessions()]).toEqual([200, null, before]);
    expect(page).toMatch(
      /<a [^>]*href="\/native-me-connecter\?native_redirect_url=belrive%3A%2F%2Fx"[^>]*>Continuer dans l’app/,
    );
    for (const site of ["none", "same-origin"])
      expect((await from(site)).headers.get("location")).toMatch(/^belrive:\/\/x\?token=/);
    expect(await sessions()).toBe(before + 2);
  });

  it("leads on to the app by itself after a log-in at a provider, whose site the browser comes from", async () => {
    const visitor = formVisitor(app);
    const email = "provider-app@example.test";
    app.world.gateways.vouch("google", "google-app", { subject: email, email, isEmailVerified: true });
    await people.member(email);
    const asked = "native_redirect_url=belrive%3A%2F%2Fsession";
    const state = new URL((await visitor.open(`/connexion/google?${asked}`)).location ?? "").searchParams.get("state");
    const back = await visitor.open(`/connexion/google/retour?code=google-app&state=${state}`);
    expect(back.location).toBe(`/native-me-connecter?${asked}`);
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const led = await app.get("port-serac", back.location ?? "", { cookie, "sec-fetch-site": "cross-site" });
    expect(led.headers.get("location")).toMatch(/^belrive:\/\/session\?token=/);
  });

  it.each([
    "https://evil.example/",
    "belrive:session",
    "belrive:/session",
    "BELRIVE://session",
    "belrive2://session",
    "xbelrive://session",
    "belrive://x@evil.example",
    "belrive://x:y@evil.example/",
    " belrive://session",
    "belrive://ses\tsion",
    "belrive\n://session",
    "java\u200Bscript://belrive://",
    "javascript://belrive://%0aalert(1)",
    "belrive://\\evil",
    `belrive://${"x".repeat(3_000)}`,
    "intent://session#Intent;scheme=belrive;end",
    "",
  ])("gives no session to %j", async (address) => {
    expect(await led(handOff(address, await member()))).toBe("/");
  });

  it("lets only the form of that log-in redirect to the app", async () => {
    const policy = async (path: string) =>
      (await app.get("port-serac", path)).headers.get("content-security-policy") ?? "";
    const asked = "/me-connecter?native_redirect_url=belrive%3A%2F%2Fsession";
    expect(await policy(asked)).toContain("form-action 'self' belrive:;");
    expect(await policy("/me-connecter")).toContain("form-action 'self';");
  });
});

describe("the app's token in the page behind", () => {
  const bring = (token: string, headers: Record<string, string> = OWN) =>
    app.send(HOST, "/native-session", {
      method: "POST",
      body: new URLSearchParams({ token }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", "x-in-place": "1", ...headers },
    });

  it("opens a session for this browser, in an HttpOnly cookie", async () => {
    const given = new URL((await led(handOff("belrive://session", await member()))) ?? "").searchParams.get("token");
    const answer = await bring(given ?? "");
    const [cookie = ""] = answer.headers.getSetCookie();
    expect(answer.status).toBe(204);
    expect(cookie).toMatch(/^user_token=[\w-]{43}; .*HttpOnly/);
    expect(cookie).not.toContain(given);
    const session = await (await app.get("port-serac", "/session", { cookie: cookie.split(";")[0] ?? "" })).text();
    expect(session).toContain("Élodie Delmas-Ferré");
  });

  it("refuses an invalid token, and one that another site sends", async () => {
    for (const token of ["", "x".repeat(43), "\0", "a".repeat(5_000)]) {
      const answer = await bring(token);
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
    }
    const own = await member();
    const foreign = { origin: "http://evil.example", "sec-fetch-site": "cross-site" };
    expect((await bring(own, foreign)).status).toBe(403);
  });
});

describe("the sandbox's app", () => {
  it("shows a venue's site with the bridge in every page, and records the pages' messages and the token", async () => {
    const site = await listen((incoming) => app.hono.fetch(incoming, {}));
    const sandboxApp = createSandbox({
      settings: sandboxGatewaySettings("http://localhost:3100", 0),
      siteUrl: site.url,
    });
    const sandbox = await listen((incoming) => sandboxApp.app.fetch(incoming));
    const get = (path: string, headers: Record<string, string> = {}, method = "GET", body = "") =>
      ask(sandbox.port, path, { host: `port-serac.localhost:${sandbox.port}`, ...headers }, method, body);

    const page = await get("/me-connecter");
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/<head><script>\([\s\S]*__BAIZE_NATIVE__/);
    expect(page.headers["content-security-policy"]).toMatch(/script-src 'sha256-[^']+' 'strict-dynamic'/);

    await get("/__app/messages", {}, "POST", JSON.stringify({ type: "openPopup", url: "/me-connecter" }));
    const cookie = `user_token=${await member()}`;
    const called = await get("/native-me-connecter?native_redirect_url=belrive%3A%2F%2Fsession", { cookie });
    expect(called.text).toContain("L’app est ouverte");
    const token = (await get("/__app/token")).text;
    expect((await people.introspect(token)).status).toBe(200);
    expect((await get("/__app/token")).status).toBe(204);

    const said = JSON.parse((await ask(sandbox.port, "/api/native", { host: "localhost" })).text) as object[];
    expect(said).toMatchObject([
      { message: { type: "appOpened" }, site: "port-serac.localhost" },
      { message: { type: "openPopup", url: "/me-connecter" } },
    ]);
    expect(JSON.stringify(said)).not.toContain(token);
    site.close();
    sandbox.close();
  });
});

async function listen(answer: (incoming: Request) => Response | Promise<Response>) {
  const listener = getRequestListener(answer, { overrideGlobalObjects: false });
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Uses node's http, because fetch sets the Host header itself. */
async function ask(port: number, path: string, headers: Record<string, string>, method = "GET", body = "") {
  const sent = request({ host: "127.0.0.1", port, path, method, headers }).end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const text = (await answer.toArray()).join("");
  return { status: answer.statusCode, headers: answer.headers, text };
}
