import { setTimeout as delay } from "node:timers/promises";
import { inTransaction, type Transaction } from "../../src/platform/database/database.server.ts";
import { formVisitor, type Seen } from "../support/form-visitor.ts";
import type { TestApp } from "../support/test-app.ts";
import { peopleOf } from "../support/people.ts";

export const NEXT_PASSWORD = "Phare-Blanc?82";
const PATHS = { new: "/nouvelle-adresse", old: "/changement-adresse" } as const;

export type Side = keyof typeof PATHS;
/** A person with a confirmed account, their current address and the address they want. */
export type Changing = { old: string; next: string; token: string; accountId: string; at: string };
export type EmailChangePeople = ReturnType<typeof emailChangePeople>;
let count = 0;

/** People whose e-mail address is to change, and what they do in their mailboxes. They use browsers without script. */
export function emailChangePeople(app: TestApp) {
  const people = peopleOf(app);
  const { db } = app.world.database;
  const visitor = (locale = "fr") => formVisitor(app, { locale });

  /** The path of the last link that was sent to the old or the new address. */
  async function link(side: Side, { old, next }: Pick<Changing, "old" | "next">): Promise<string> {
    const mails = await people.mails(side === "new" ? next : old);
    const links = mails.flatMap(({ text }) => new RegExp(`${PATHS[side]}\\?token=[\\w-]{43}`).exec(text) ?? []);
    return links.at(-1) ?? "no link";
  }
  const post = (path: string, fields: Record<string, string>): Promise<Seen> => visitor().post(path, fields);
  const answer = async (side: Side, who: Changing, fields: Record<string, string>) =>
    post(await link(side, who), fields);

  /** Runs `other` while a transaction has done `first` but has not committed yet. */
  async function meanwhile<T>(first: (tx: Transaction) => Promise<void>, other: () => Promise<T>): Promise<T> {
    let begin = () => {};
    const done = new Promise<void>((resolve) => (begin = resolve)).then(other);
    await inTransaction(app.world.database, async (tx) => {
      await first(tx);
      begin();
      await delay(200);
    });
    return done;
  }

  return {
    people,
    link,
    meanwhile,
    post,
    answer,
    agree: (side: Side, who: Changing) => answer(side, who, { answer: "agree" }),
    openLink: async (side: Side, who: Changing, locale?: string) => visitor(locale).open(await link(side, who)),
    account: (id: string) => db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    /** The actions in the trail about a person, without page views by operators. */
    async trail(accountId: string): Promise<string[]> {
      const rows = await db
        .selectFrom("audit_entries")
        .select("action")
        .where("subject", "=", `account:${accountId}`)
        .where("action", "!=", "member.view")
        .execute();
      return rows.map(({ action }) => action).sort();
    },
    /** `atNoVenue`: the account was made on the group's own site, so every venue's desk can see it. */
    async member({ locale = "fr", atNoVenue = false }: { locale?: "fr" | "en"; atNoVenue?: boolean } = {}) {
      const [old, next] = [`before-${(count += 1)}@example.test`, `after-${count}@example.test`];
      const token = await people.member(old);
      const { id: accountId } = await db
        .updateTable("accounts")
        .set({ locale, ...(atNoVenue ? { project_id: null } : {}) })
        .where("email", "=", old)
        .returning("id")
        .executeTakeFirstOrThrow();
      return { old, next, token, accountId, at: `/desk/membres/${accountId}` };
    },
  };
}
