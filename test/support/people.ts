import { solveCaptcha } from "./gateways.ts";
import type { TestApp } from "./test-app.ts";

export const SITE = "http://port-serac.localhost:3000";
export const PASSWORD = "Opale-Marine!47";
/** Each caller gets an IP address of its own, so that no limit per address affects a test with many callers. */
let places = 0;

type Sent = { token?: string; body?: unknown; headers?: Record<string, string>; host?: string; ip?: string };
export type Answered = { status: number; body: Record<string, never> & Fields; headers: Headers };
type Fields = {
  data?: { token?: string; result?: boolean };
  user?: Record<string, unknown>;
  error?: string | { key: string; message: string }[];
  registration?: { token: string; email: string | null; firstname: string | null; birthday: string | null };
  linking?: { token: string };
};

/** People who call the API of one venue's site, as a browser or the native app does. */
export function peopleOf(app: TestApp, host = "port-serac.localhost:3000") {
  async function call(method: string, path: string, sent: Sent = {}): Promise<Answered> {
    const headers: Record<string, string> = {
      ...(sent.body === undefined ? {} : { "content-type": "application/json" }),
      ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
      "x-forwarded-for": sent.ip ?? `100.${(places = (places + 1) % 60_000) >> 8}.${places & 255}.7`,
      ...sent.headers,
    };
    const body = sent.body === undefined ? {} : { body: JSON.stringify(sent.body) };
    const answer = await app.send(sent.host ?? host, `/api${path}`, { method, headers, ...body });
    const text = await answer.text();
    return {
      status: answer.status,
      body: JSON.parse(text === "" ? "null" : text) as Answered["body"],
      headers: answer.headers,
    };
  }
  const post = (path: string, body: unknown, sent: Sent = {}) => call("POST", path, { ...sent, body });
  /** A solved challenge, valid for one call. */
  const captcha = async () => ({ recaptcha: await solveCaptcha(await app.world.gateways.captcha.challenge()) });
  const form = (email: string, changes: object = {}) => ({
    civility_id: 1,
    lastname: "Delmas-Ferré",
    firstname: "Élodie",
    birthday: "1990-05-17",
    email,
    password: PASSWORD,
    optins: { CANAL_EMAIL: true, CANAL_SMS: false, CANAL_LETTER: false },
    validation_callback_url: `${SITE}/email-confirmation`,
    ...changes,
  });

  return {
    call,
    post,
    captcha,
    form,
    register: async (email: string, changes: object = {}, sent: Sent = {}) =>
      post("/users/web", form(email, changes), { ...sent, headers: { ...(await captcha()), ...sent.headers } }),
    logIn: (email: string, password = PASSWORD, sent: Sent = {}) =>
      post("/auth/login", { email, password, source: "WEBSITE", origin: SITE }, sent),
    /** Proves by the password who holds the session, for five minutes. */
    prove: (token: string, password = PASSWORD) => post("/auth/fresh", { password }, { token }),
    /** Proves it, and asks for the deletion of the account. */
    async requestDeletion(token: string, password = PASSWORD): Promise<Answered> {
      await this.prove(token, password);
      return call("DELETE", "/users/me", { token });
    },
    introspect: (token: string) => call("POST", "/auth/introspect", { token }),
    recover: async (email: string, sent: Sent = {}) =>
      post("/password/recover", { email, callback_url: `${SITE}/nouveau-mot-de-passe` }, sent),
    confirm: (token: string, sent: Sent = {}) =>
      post("/users/email-confirmation", { token_validation_email: token }, sent),
    reset: (token: string, password: string) => post("/password/reset", { token, password }),
    /** Runs the jobs that are due and returns the mails to an address, the oldest first. */
    async mails(email: string) {
      await app.world.jobs.runDue("members.asked_mail", app.world.now());
      return app.world.gateways.mails.filter((mail) => mail.to === email);
    },
    /** Makes the mails until now count as asked for more than a day ago, so that the next one waits for nothing. */
    async forgetMails() {
      await app.world.jobs.runAll();
      await app.world.database.db.deleteFrom("mail_requests").where("answered_at", "is not", null).execute();
    },
    /** The token in the link of the newest mail to an address. */
    async linkToken(email: string): Promise<string> {
      const mails = await this.mails(email);
      return /[?&]token=([\w-]+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "no link";
    },
    /** Makes a confirmed account and returns a session token. */
    async member(email: string, changes: object = {}): Promise<string> {
      await this.register(email, changes);
      await this.confirm(await this.linkToken(email));
      await this.forgetMails();
      const { password = PASSWORD } = changes as { password?: string };
      return (await this.logIn(email, password)).body.data?.token ?? "";
    },
  };
}
export type People = ReturnType<typeof peopleOf>;
