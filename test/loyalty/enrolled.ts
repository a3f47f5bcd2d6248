import type { IdentityDocument, IdentityState } from "../../src/platform/gateways/identity.ts";
import type { TestApp } from "../support/test-app.ts";
import { peopleOf, SITE, type People } from "../support/people.ts";

export const CALLBACK = `${SITE}/players-plus/create`;
/** The identity document of the person whom `people.form` registers. */
export const DOCUMENT: IdentityDocument = {
  lastname: "DELMAS-FERRE",
  firstname: "ELODIE MARIE",
  birthName: null,
  birthday: "1990-05-17",
  number: "X4RTBPFW4",
  type: "Passport",
  country: "FRA",
  expiresOn: "2031-01-01",
};

type EnrollmentAnswer = {
  status: string;
  id: string | null;
  progression_detail: { done: number; total: number };
  user: Record<string, string | null>;
  card_id: string | null;
  error: string | null;
};

/** Counters of the whole file: no two notices, documents or phone numbers are the same, even across nodes. */
let notices = 0;
let numbers = 0;
let phones = 0;

/** Helpers for tests of enrollment. */
export function enrollingAt(app: TestApp, people: People = peopleOf(app)) {
  const { world } = app;
  const { identities } = world.gateways;

  /**
   * Makes a confirmed account with a verified phone number and returns its session token. Each is a different person
   * unless `changes` names one.
   */
  async function person(email: string, changes: object = {}): Promise<string> {
    const token = await people.member(email, changes);
    phones += 1;
    await world.database.db
      .updateTable("accounts")
      .set({ mobile_phone: `+3363998${String(2000 + phones)}`, mobile_phone_verified_at: world.now() })
      .where("email", "=", email)
      .execute();
    return token;
  }
  const begin = (token: string, sent: { headers?: Record<string, string>; callback?: string } = {}) =>
    people.post(
      "/users/enrollment",
      { browser_callback_url: sent.callback ?? CALLBACK },
      { token, headers: sent.headers ?? {} },
    );
  async function enrollment(token: string): Promise<EnrollmentAnswer> {
    const answer = await people.call("GET", "/users/enrollment", { token });
    return (answer.body as unknown as { data: { data: EnrollmentAnswer } }).data.data;
  }
  /** Sends the provider's webhook about a verification, by default the newest one. */
  function notify(verification = last(), id = `evt_${(notices += 1)}`): Promise<Response> {
    return app.send("localhost:3000", "/webhooks/ubble", {
      method: "POST",
      headers: { "cko-signature": "signed", "content-type": "application/json" },
      body: JSON.stringify({ id, verification }),
    });
  }
  const last = () => identities.started.at(-1)?.verificationId ?? "none";

  return {
    people,
    person,
    begin,
    enrollment,
    notify,
    last,
    /** Sets the provider's result, sends its webhook and runs the jobs. */
    async says(state: IdentityState, verification = last()) {
      identities.states.set(verification, state);
      await notify(verification);
      await world.jobs.runAll();
    },
    /** An approval with a document number that nobody else has. */
    approved: (changes: Partial<IdentityDocument> = {}): IdentityState => ({
      status: "approved",
      document: { ...DOCUMENT, number: `P${(numbers += 1)}`, ...changes },
    }),
    /** Runs the jobs that were delayed by `startAfter` too. */
    async later() {
      world.jobs.waiting.push(...world.jobs.later.splice(0));
      await world.jobs.runAll();
    },
    entrance: async (body: object, key = "floor-151") => {
      const answer = await app.send("localhost:3000", "/api/floor/entrances", {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    statusOf: async (token: string) => (await enrollment(token)).status,
  };
}
export type Enrolling = ReturnType<typeof enrollingAt>;
