import { afterAll, beforeAll, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { peopleOf, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

let app: TestApp;
let people: People;
let token = "";
beforeAll(async () => {
  const clock = standingClock(SATURDAY_EVENING);
  app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
  people = peopleOf(app);
  token = await people.member("nickname@example.test");
});
afterAll(() => app.close());

const put = (pseudo: string) => people.call("PUT", "/users", { body: { pseudo }, token, headers: { locale: "en" } });

it.each([
  ["twenty letters with their marks apart", "É".repeat(20).normalize("NFD"), "É".repeat(20)],
  ["twenty letters beyond the first plane", "\u{10400}".repeat(20), "\u{10400}".repeat(20)],
  ["three letters, and more spaces than are kept", `A${" ".repeat(30)}b c`, "A b c"],
])("counts the length of a nickname as a reader does: %s", async (_name, pseudo, kept) => {
  const answer = await put(pseudo);
  expect([answer.status, answer.body.user?.["pseudo"]]).toEqual([200, kept]);
});

it.each([
  ["two letters of four units", "\u{10400}".repeat(2)],
  ["one letter and its marks apart", "Ệ".normalize("NFD")],
  ["twenty-one letters", "é".repeat(21)],
])("refuses a too short or too long nickname: %s", async (_name, pseudo) => {
  expect((await put(pseudo)).body.error).toEqual([{ key: "pseudo", message: "3 to 20 characters" }]);
});

it.each(["\u3164", "\u115F", "\u1160", "\uFFA0", "\u034F", "\uFE0F", "\u180B", "\u{E0100}"])(
  "refuses a nickname with the invisible character %j, also as a copy of another's",
  async (unseen) => {
    for (const pseudo of [unseen.repeat(3), `Ond${unseen}ine`]) {
      const answer = await put(pseudo);
      expect([answer.status, answer.body.error]).toEqual([422, [{ key: "pseudo", message: expect.any(String) }]]);
    }
  },
);
