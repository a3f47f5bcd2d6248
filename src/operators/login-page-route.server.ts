import { Hono } from "hono";
import script from "inline-script:./pages/operator-login.ts";
import { m } from "../paraglide/messages.js";
import { loginPagePolicy, securityHeaders } from "../platform/security-headers.server.ts";
import type { World } from "../platform/world.ts";
import { noticeHtml } from "../ui/notice.ts";

type Env = { Variables: { locale: "fr" | "en" } };

/**
 * '/adminAuth/{key}' (section 2.2, G153). Opening it consumes nothing, so that a preview of the link does no harm: its script takes
 * the ticket out of the address, exchanges it, and goes to '/'. Nothing of the ticket is in the page.
 */
export function operatorLoginPage(world: World) {
  const routes = new Hono<Env>();
  const secure = securityHeaders(world.config.publicScheme === "https");
  routes.get("/adminAuth/:key", (c) => {
    const { locale } = c.var;
    const options = { locale };
    const html = noticeHtml({
      locale,
      title: m.operators_login_title({}, options),
      text: m.operators_login_text({}, options),
      action: null,
      href: "/",
    });
    const words = {
      refused: [m.operators_login_refused_title({}, options), m.operators_ticket_refused({}, options)],
      powerless: [m.operators_login_refused_title({}, options), m.operators_login_powerless({}, options)],
      failed: [m.operators_login_refused_title({}, options), m.operators_login_failed({}, options)],
      home: m.operators_login_home({}, options),
    };
    const attribute = JSON.stringify(words).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
    const nonce = Buffer.from(world.random(16)).toString("base64");
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style]) => style ?? "");
    const body = html
      .replace("</main>", () => `<noscript><p>${m.operators_login_script({}, options)}</p></noscript></main>`)
      .replace("</body>", () => `<script nonce="${nonce}" data-words="${attribute}">${script}</script></body>`);
    const headers = new Headers(secure);
    headers.set("Content-Security-Policy", loginPagePolicy({ nonce, styles }));
    headers.set("Content-Type", "text/html; charset=utf-8");
    headers.set("Cache-Control", "no-store");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("X-Robots-Tag", "noindex");
    return new Response(body, { headers });
  });
  return routes;
}
