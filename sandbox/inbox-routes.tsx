import { Hono } from "hono";
import type { Inbox, Message } from "./inbox.ts";
import { page } from "./page.tsx";
import type { Counts } from "./pages/frame.ts";
import { MailPage } from "./pages/mail-page.tsx";
import { SmsPage } from "./pages/sms-page.tsx";
import type { SandboxEnv } from "./with-faults.ts";

/** A mail is another's page: it runs no script and sends no form. Its pictures may come from anywhere. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src http: https: data:; " +
  "style-src 'unsafe-inline'; font-src http: https: data:; frame-ancestors 'self'";

/** The mails and text messages that were sent, as lists and as pages. */
export function inboxRoutes({ mails, texts, counts }: { mails: Inbox; texts: Inbox; counts: () => Counts }) {
  const app = new Hono<SandboxEnv>();
  app.get("/api/mail", (c) => c.json(mails.list(c.req.query("to"))));
  app.get("/api/sms", (c) => c.json(texts.list(c.req.query("to"))));
  app.get("/mail", (c) => {
    const found = foundMails(c.req.query());
    return page(c, <MailPage {...found} mail={found.messages[0]} isRead={mails.isRead} isOpen={false} />);
  });
  app.post("/mail/empty", (c) => {
    mails.empty();
    return c.redirect("/mail", 303);
  });
  app.get("/mail/:id", (c) => {
    const mail = mails.find(c.req.param("id"));
    if (mail === undefined) return c.text("There is no such mail.", 404);
    mails.see([mail.id]);
    c.set("frame", { ...c.get("frame"), counts: counts() });
    return page(c, <MailPage {...foundMails(c.req.query())} mail={mail} isRead={mails.isRead} isOpen />);
  });
  app.get("/mail/:id/html", (c) => {
    const html = mails.find(c.req.param("id"))?.html ?? null;
    if (html === null) return c.text("There is no such mail.", 404);
    return c.html(`<base target="_blank">${html}`, 200, { "Content-Security-Policy": MAIL_POLICY });
  });
  app.get("/sms", (c) => {
    const to = c.req.query("to") ?? "";
    const messages = texts.list(filter(to));
    texts.see(messages.map(({ id }) => id));
    c.set("frame", { ...c.get("frame"), counts: counts() });
    return page(c, <SmsPage messages={messages} to={to} />);
  });

  function foundMails({ q = "", to = "" }: Record<string, string>) {
    const query = q.trim() === "" ? to.trim() : q.trim();
    const wanted = query.toLowerCase();
    const isFound = ({ to: address, subject, from }: Message) =>
      [address, subject ?? "", from].some((text) => text.toLowerCase().includes(wanted));
    return { query, messages: mails.list(filter(to)).filter((mail) => q.trim() === "" || isFound(mail)) };
  }
  return app;
}

function filter(to: string | undefined): string | undefined {
  return to?.trim() === "" ? undefined : to;
}
