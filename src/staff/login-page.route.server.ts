import { Hono } from "hono";
import script from "inline-script:./pages/operator-login.ts";
import { m } from "../messages/messages.js";
import { loginPagePolicy, newNonce, securityHeaders } from "../platform/http/security-headers.server.ts";
import type { World } from "../platform/world.ts";
import { escapedHtml, errorPageHtml } from "../platform/http/error-page.ts";

/** The script sets the outcome as an attribute of the document; this style shows its text. */
const OUTCOMES = `
main>section,.home{display:none}
[data-outcome] main>:is(h1,p){display:none}
[data-outcome=refused] .refused,[data-outcome=powerless] .powerless,[data-outcome=failed] .failed,[data-outcome] main>.home{display:contents}
`;

type Env = { Variables: { locale: "fr" | "en" } };

/**
 * '/adminAuth/{key}': the page of a ticket. Opening it does not use the ticket, so link previews do no harm. Its script
 * removes the ticket from the address, exchanges it, and goes to '/'. The HTML does not contain the ticket.
 */
export function operatorLoginPage(world: World) {
  const routes = new Hono<Env>();
  const secure = securityHeaders(world.config);
  routes.get("/adminAuth/:key", (c) => {
    const { locale } = c.var;
    const options = { locale };
    const html = errorPageHtml({
      locale,
      title: m.operators_login_title({}, options),
      text: m.operators_login_text({}, options),
      action: null,
      href: "/",
    });
    const title = m.operators_login_refused_title({}, options);
    const outcomes = [
      outcomeHtml("refused", title, m.operators_ticket_refused({}, options)),
      outcomeHtml("powerless", title, m.operators_login_powerless({}, options)),
      outcomeHtml("failed", title, m.operators_login_failed({}, options)),
    ];
    const home = `<p class="home"><a href="/">${escapedHtml(m.operators_login_home({}, options))}</a></p>`;
    const without = `<noscript><p>${m.operators_login_script({}, options)}</p></noscript>`;
    const nonce = newNonce(world);
    const body = html
      .replace("</head>", () => `<style>${OUTCOMES}</style></head>`)
      .replace("</main>", () => `${outcomes.join("")}${home}${without}</main>`)
      .replace(
        "</body>",
        () => `<script nonce="${nonce}" data-title="${escapedHtml(title)}">${script}</script></body>`,
      );
    const headers = new Headers(secure);
    headers.set("Content-Security-Policy", loginPagePolicy({ nonce, style: OUTCOMES }));
    headers.set("Content-Type", "text/html; charset=utf-8");
    headers.set("Cache-Control", "no-store");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("X-Robots-Tag", "noindex");
    return new Response(body, { headers });
  });
  return routes;
}

function outcomeHtml(name: "refused" | "powerless" | "failed", title: string, text: string): string {
  return `<section class="${name}"><h1>${escapedHtml(title)}</h1><p>${escapedHtml(text)}</p></section>`;
}
