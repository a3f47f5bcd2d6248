import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerProblems, type ApiDocument } from "../support/api-calls.ts";
import { standingClock } from "../support/clock.ts";
import { enrollingAt, type Enrolling } from "./enrolled.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

describe("the API's enrollment calls", () => {
  let app: TestApp;
  let at: Enrolling;
  let document: ApiDocument;
  beforeAll(async () => {
    const clock = standingClock(SATURDAY_EVENING);
    app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
    at = enrollingAt(app);
    document = (await at.people.call("GET", "/openapi.json")).body as unknown as ApiDocument;
  });
  afterAll(() => app.close());
  const TEMPLATE = "/users/enrollment";

  it("GET answers data.data {status, id, progression_detail, user, card_id, error} exactly", async () => {
    const token = await at.person("contract@example.org");
    const answer = await at.people.call("GET", TEMPLATE, { token });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: {
        data: {
          status: "NEW",
          id: null,
          progression_detail: { done: 0, total: 6 },
          user: { civility: "Mme", firstname: "Élodie", lastname: "Delmas-Ferré", birthday: "1990-05-17" },
          card_id: null,
          error: null,
        },
      },
    });
    expect(answerProblems(document, TEMPLATE, 200, answer.body)).toEqual([]);
    expect(document.paths[TEMPLATE]?.get?.security).toBeDefined();
  });

  it("POST answers data.link, and the documented refusals", async () => {
    const token = await at.person("contract-post@example.org");
    const refused = await at.people.post(TEMPLATE, {}, { token });
    expect([refused.status, refused.body]).toEqual([
      422,
      { error: [{ key: "browser_callback_url", message: "Champ obligatoire" }] },
    ]);
    const answer = await at.begin(token);
    expect(answer.body).toEqual({ data: { link: expect.stringMatching(/^https:\/\/identity\.test\//) } });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answerProblems(document, TEMPLATE, 200, answer.body, "post")).toEqual([]);
    const nobody = await at.people.call("GET", TEMPLATE);
    expect(nobody.status).toBe(401);
    expect(answerProblems(document, TEMPLATE, 401, nobody.body)).toEqual([]);
  });
});
