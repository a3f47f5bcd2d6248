import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import { formVisitor } from "../support/form-visitor.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PASSWORD, peopleOf, SITE, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const NEW = "Falaise-Craie!58";
const LINK = /http:\/\/[^\s]+(\/nouveau-mot-de-passe\?token=[\w-]+)/;
const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;
let people: People;
let count = 0;
let email = "";

beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
  people = peopleOf(app);
});
beforeEach(() => {
  count += 1;
  email = `define.${count}@gmail.com`;
});
afterAll(() => app.close());

/** A member who registered with Google and has no password, in a browser without script. */
async function withoutPassword() {
  app.world.gateways.vouch("google", email, {
    subject: email,
    email,
    isEmailVerified: true,
    firstname: "Camille",
    lastname: "Aubry",
    birthday: "1988-04-12",
  });
  const answer = await people.post("/auth/google", { access_token: email, source: "WEBSITE", origin: SITE });
  const visitor = formVisitor(app);
  visitor.cookies.set("user_token", answer.body.data?.token ?? "");
  return visitor;
}

const asksForLink = (visitor: ReturnType<typeof formVisitor>) => visitor.post("/mon-compte", { intent: "define" });
const resetMails = async () =>
  (await people.mails(email)).flatMap(({ text }) => (LINK.exec(text)?.[1] === undefined ? [] : [text]));
const link = async () => LINK.exec((await resetMails()).at(-1) ?? "")?.[1] ?? "no link";

describe("a member without a password", () => {
  it("asks for the link, opens it while logged in, and can log in with the chosen password", async () => {
    const visitor = await withoutPassword();
    const sent = await visitor.open((await asksForLink(visitor)).location ?? "");
    expect(sent.words).toContain("Un e-mail vous a été envoyé pour changer votre mot de passe.");
    const path = await link();
    const form = await visitor.open(path);
    expect([form.status, form.html.includes('name="password"')]).toEqual([200, true]);
    expect((await visitor.send(path, { password: "short" })).problem("password")).not.toBeNull();
    expect((await visitor.send(path, { password: NEW })).words).toContain("Mot de passe modifié avec succès");
    expect(visitor.cookies.has("user_token"), "every session ends").toBe(false);
    expect((await people.logIn(email, NEW)).status).toBe(200);
  });

  it("needs no proof of work, whatever others recover from the same network, and may ask 20 times a day", async () => {
    const visitor = await withoutPassword();
    for (let time = 0; time < 20; time += 1)
      expect((await asksForLink(visitor)).location, `time ${time}`).toBe("/mon-compte?done=define");
    expect(await resetMails()).toHaveLength(1);
    const refused = await asksForLink(visitor);
    expect([refused.status, refused.alert]).toEqual([429, expect.stringContaining("Trop de")]);
    clock.advance(86_400_000);
    expect((await asksForLink(visitor)).status).toBe(303);
  });

  it("is told that an invalid link is dead, and stays logged in", async () => {
    const visitor = await withoutPassword();
    const answer = await visitor.post(`/nouveau-mot-de-passe?token=${"x".repeat(43)}`, { password: NEW });
    expect([answer.status, answer.alert]).toEqual([400, "Ce lien n’est plus valable, demandez-en un nouveau."]);
    expect(visitor.cookies.has("user_token")).toBe(true);
  });
});

it("redirects a member with a password from the reset page to Home", async () => {
  const visitor = formVisitor(app);
  visitor.cookies.set("user_token", await people.member(email));
  await people.recover(email);
  const path = await link();
  expect((await visitor.open(path)).location).toBe("/");
  expect((await visitor.post(path, { password: NEW })).location).toBe("/");
  expect((await people.logIn(email, PASSWORD)).status).toBe(200);
});
