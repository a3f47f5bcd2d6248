import { beforeEach, describe, expect, it } from "vitest";
import { sandboxGatewaySettings } from "../src/platform/settings/sandbox-gateways.server.ts";
import { createSandbox, type Sandbox } from "./app.tsx";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox({
    settings: sandboxGatewaySettings("http://localhost:3100", 0),
    siteUrl: "http://localhost:3000",
    now: () => new Date("2026-11-24T20:30:00Z"),
  });
});

const get = (path: string, headers: Record<string, string> = {}) => sandbox.app.request(path, { headers });
const textOf = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text();
const post = (path: string, body: Record<string, string>) =>
  sandbox.app.request(path, { method: "POST", body: new URLSearchParams(body) });
const faults = async () => (await get("/api/faults")).json() as Promise<unknown>;

const PAGES = [
  "/",
  "/journal",
  "/mail",
  "/sms",
  "/bank",
  "/identity",
  "/log-in",
  "/wallets",
  "/casino/kiosk",
  "/exclusions",
  "/native",
  "/faults",
];

describe("the workshop", () => {
  it.each(PAGES)("answers %s in both languages, without a style or script of its own", async (path) => {
    for (const [language, title] of [
      ["fr", "L’atelier"],
      ["en", "The workshop"],
    ] as const) {
      const answer = await get(`${path}?locale=${language}`);
      const html = await answer.text();
      expect(answer.status).toBe(200);
      expect(html).toContain(`<html lang="${language}"`);
      expect(html).toContain(title);
      expect(html).not.toMatch(/<style|style="|<script>|undefined|\[object/);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    }
  });

  it("speaks the browser's language, unless another was chosen before", async () => {
    expect(await textOf("/", { "accept-language": "en-GB,en;q=0.9" })).toContain("Five stories in three minutes");
    expect(await textOf("/", { "accept-language": "de" })).toContain("Cinq histoires en trois minutes");
    const chosen = await get("/?locale=en", { "accept-language": "fr" });
    const cookie = chosen.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(await textOf("/mail", { "accept-language": "fr", cookie })).toContain("Everything the sites have sent");
  });

  it("writes a date of birth as the language does", async () => {
    expect(await textOf("/log-in?locale=fr")).toContain(">12\u00a0avril\u00a01988<");
    expect(await textOf("/log-in?locale=en")).toContain(">12\u00a0April\u00a01988<");
  });

  it("leads to the venue's log-in with the demo's address named, and puts no password into an address", async () => {
    const html = await textOf("/");
    expect(html).toContain(
      "http://valombre.localhost:3000/me-connecter?redirect=%2F%3Fpopup%3DCashless%26site%3D152&amp;demo=member",
    );
    expect(html.match(/href="[^"]*Belrive!2026/)).toBeNull();
    for (const key of ["join", "top-up", "gift", "break", "edit"])
      expect((await get(`/stories/${key}`)).status).toBe(200);
    expect((await get("/stories/other")).status).toBe(404);
  });
});

describe("the board of faults", () => {
  it("breaks the services whose window is not lit, and mends the others", async () => {
    await post("/faults", {
      board: "all",
      "mode-mail": "slow",
      "delay-mail": "2,5",
      "count-mail": "3",
      "mode-bank": "down",
      "mode-sms": "lit",
    });
    expect(await faults()).toEqual([
      { provider: "mail", mode: "slow", delay_ms: 2_500, count: 3 },
      { provider: "bank", mode: "down", delay_ms: 10_000 },
    ]);
    await post("/faults", { board: "all", "mode-mail": "lit", "mode-bank": "down" });
    expect(await faults()).toEqual([{ provider: "bank", mode: "down", delay_ms: 10_000 }]);
    expect(await textOf("/faults")).toContain("Une panne en cours");
    await post("/faults", { do: "repair" });
    expect(await faults()).toEqual([]);
    expect(await textOf("/faults")).toContain("Tout est en ordre");
  });

  it("has a window for each fault that has an effect, and no other", async () => {
    const html = await textOf("/faults");
    expect(html.match(/name="mode-bank"/g)).toHaveLength(6);
    expect(html.match(/name="mode-google"/g)).toHaveLength(4);
  });
});

describe("the journal", () => {
  it("joins what has one cause, counts repetitions, and is a bare list for programs", async () => {
    await post("/faults", { provider: "bank", mode: "down" });
    for (const _ of [1, 2]) await sandbox.app.request("/fintecture/oauth/accesstoken", { method: "POST" });
    const events = (await (await get("/api/journal")).json()) as { kind: string; cause: string; times: number }[];
    expect(events).toMatchObject([
      { kind: "fault_met", cause: "fault:bank", times: 2 },
      { kind: "fault", cause: "fault:bank", times: 1 },
    ]);
    const latest = (await (await get("/journal/latest?locale=en")).json()) as { counts: object; html: string };
    expect(latest.counts).toMatchObject({ faults: 1, mail: 0 });
    expect(latest.html).toContain("data-joined");
    expect(latest.html).toContain("Fault met");
  });
});
