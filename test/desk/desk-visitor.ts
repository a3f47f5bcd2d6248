import { formVisitor, type Seen } from "../support/form-visitor.ts";
import type { TestApp } from "../support/test-app.ts";
import { logInStaff } from "../support/staff.ts";

export type DeskVisitor = Awaited<ReturnType<typeof deskVisitor>>;

/** A log-in link that an operator hands out at the desk; returns its ticket. */
export async function issues(by: DeskVisitor, name: string, can: readonly string[]): Promise<string> {
  const fields = new URLSearchParams({ act: "issue", name });
  for (const one of can) fields.append("can", one);
  const answer = await by.post("/desk/equipe", fields);
  return /\/adminAuth\/([\w|-]+)/.exec(answer.html)?.[1] ?? "";
}

/** An operator at a venue's desk, in a browser without script. Forms are posted as the page has them. */
export async function deskVisitor(
  app: TestApp,
  { locale = "en", ...options }: Parameters<typeof logInStaff>[1] & { locale?: string } = {},
) {
  const staff = await logInStaff(app, options);
  const slug = options.slug ?? options.venues?.[0] ?? "port-serac";
  const visitor = formVisitor(app, { slug, locale });
  const [name = "", value = ""] = staff.cookie.split("=");
  visitor.cookies.set(name, value);

  /** Posts a form and follows the redirect. */
  async function does(path: string, fields: Record<string, string>): Promise<Seen> {
    const answer = await visitor.post(path, fields);
    return answer.location === null ? answer : visitor.open(answer.location);
  }
  return {
    ...visitor,
    staff,
    does,
    /** Searches for a member. Returns the address of their page, or null. */
    async find(who: string): Promise<string | null> {
      return (await visitor.post("/desk/membres", { who })).location;
    },
  };
}
