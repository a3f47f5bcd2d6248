import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { logInStaff, type Staff } from "../support/staff.ts";

const PATHS = [
  "/",
  "/cgu",
  "/jeux",
  "/jeux/poker",
  "/media/rules/black-jack",
  "/agenda",
  "/restauration",
  "/legal-notices",
];
let app: TestApp;
let staff: Staff;
beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac", "montreval"], pictures: "stand-ins" });
  staff = await logInStaff(app);
});
afterAll(() => app.close());

const visitor = async (path: string, slug = "port-serac") => {
  const answer = await app.get(slug, path, { "accept-language": "fr" });
  return { headers: Object.fromEntries(answer.headers), html: await answer.text() };
};

describe("a visitor's page", () => {
  it.each(PATHS)("%s has the same bytes before, during and after an operator's session", async (path) => {
    const before = await visitor(path);
    const edited = await staff.page(path, { "accept-language": "fr" });
    expect(edited.status).toBe(200);
    expect(await visitor(path)).toEqual(before);
    app.pageHandler.cache.clearAll();
    expect(await visitor(path)).toEqual(before);
    expect(before.html).not.toMatch(/operator|editable|data-content|data-picture-key|editor-/i);
  });

  it("has the same content as an operator's page without marks and tools", async () => {
    const words = (html: string) =>
      html
        .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, "")
        .replaceAll(/<[^>]+>/g, " ")
        .replaceAll(/\s+/g, " ");
    const { html } = await staff.page("/cgu", { "accept-language": "fr" });
    expect(words(html)).toBe(words((await visitor("/cgu")).html));
  });
});

describe("an operator's page", () => {
  it("marks its texts and pictures, has a nonce, and is not cached", async () => {
    const { html, headers } = await staff.page("/cgu");
    expect(html).toContain('data-content-key="cgu"');
    expect(html).toMatch(/<script nonce="[^"]+" type="module"/);
    expect(headers.get("cache-control")).toBe("private, no-store");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/script-src 'strict-dynamic' 'nonce-/);
    expect(policy).not.toMatch(/unsafe|trusted-types/);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it("gives each text with its revision in the page's language", async () => {
    const shown = async (language: string) => {
      const { html } = await staff.page("/jeux", { "accept-language": language });
      return /data-content-key="jeux-edito"[^>]*data-content-rev="(\d+)"/.exec(html)?.[1];
    };
    expect([await shown("fr"), await shown("en")]).toEqual(["0", "0"]);
    await staff.save("jeux-edito", "Un", { rev: 0 });
    await staff.save("jeux-edito", "Deux", { rev: 1 });
    // The French text is the fallback for the English one, which has no revision yet.
    expect([await shown("fr"), await shown("en")]).toEqual(["2", "0"]);
    await staff.save("jeux-edito", "One", { rev: 0 }, { locale: "en" });
    expect([await shown("fr"), await shown("en")]).toEqual(["2", "1"]);
  });

  it("has another nonce every time", async () => {
    const nonceOf = async () => /nonce="([^"]+)"/.exec((await staff.page("/")).html)?.[1];
    expect(await nonceOf()).not.toBe(await nonceOf());
  });

  it("shows an empty text of a page that a visitor does not see", async () => {
    expect((await staff.page("/")).html).toContain('data-content-key="home-edito"');
    expect((await staff.page("/agenda")).html).toContain('data-content-key="agenda-edito"');
  });

  it("in a frame of the site is a visitor's page, which no other site may frame", async () => {
    const { html, headers } = await staff.page("/cgu", { "sec-fetch-dest": "iframe", "accept-language": "fr" });
    expect(html).toBe((await visitor("/cgu")).html);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    const stranger = await app.get("port-serac", "/cgu", { "sec-fetch-dest": "iframe" });
    expect(stranger.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  it("is a visitor's page on another venue's site, and without the permission to edit", async () => {
    const elsewhere = await app.get("montreval", "/cgu", { cookie: staff.cookie });
    expect(await elsewhere.text()).not.toContain("data-content-key");
    const reader = await logInStaff(app, { can: ["AUDIT"] });
    expect((await reader.page("/cgu")).html).not.toContain("data-content-key");
  });

  it("is a visitor's page again after the session, and the cookie is deleted", async () => {
    const leaving = await logInStaff(app);
    await leaving.ask("DELETE", "/operators/sessions");
    const { html, headers } = await leaving.page("/cgu");
    expect(html).not.toContain("data-content-key");
    expect(headers.get("set-cookie")).toContain("operator_token=; Path=/; Max-Age=0");
  });

  it("escapes texts in its inline data", async () => {
    await staff.save("cgu", "Un &lt;/script&gt; et un &lt;!-- dans le texte");
    const { html } = await staff.page("/cgu");
    expect(html.match(/<\/body>/g)).toHaveLength(1);
    const evil = await logInStaff(app, { name: "</script><script>alert(1)</script>" });
    expect((await evil.page("/cgu")).html).not.toContain("<script>alert(1)");
  });
});
