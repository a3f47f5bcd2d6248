import { createHash } from "node:crypto";
import { z } from "zod";
import { m } from "../src/messages/messages.js";

/** What a provider knows about a person. Other claims are copied into the token. */
export const claims = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  /** ISO date. */
  birthday: z.string().optional(),
  nonce: z.string().optional(),
  aud: z.string().optional(),
});
export type Claims = z.output<typeof claims>;
export type SocialName = "google" | "apple" | "facebook";

type Person = {
  key: string;
  given_name: string;
  family_name: string;
  email?: string;
  birthday?: string;
  remark?: () => string;
};

/** The people who have an account with every provider. */
export const PEOPLE: Person[] = [
  {
    key: "camille",
    given_name: "Camille",
    family_name: "Laurent",
    email: "camille.laurent@gmail.com",
    birthday: "1988-04-12",
  },
  { key: "yanis", given_name: "Yanis", family_name: "Benali", email: "yanis.benali@gmail.com", birthday: "1995-09-30" },
  {
    key: "margaux",
    given_name: "Margaux",
    family_name: "Lefèvre",
    email: "margaux.lefevre@demo.belrive.example",
    birthday: "1979-01-23",
    remark: m.sandbox_person_unanswered,
  },
  {
    key: "noe",
    given_name: "Noé",
    family_name: "Petit",
    email: "noe.petit@gmail.com",
    birthday: "2012-06-01",
    remark: m.sandbox_person_minor,
  },
  {
    key: "ines",
    given_name: "Inès",
    family_name: "Moreau",
    birthday: "1991-11-05",
    remark: m.sandbox_person_no_email,
  },
];

export function personClaims(key: string): Claims | null {
  const person = PEOPLE.find((one) => one.key === key);
  if (person === undefined) return null;
  const { key: _key, remark: _remark, ...known } = person;
  return { sub: subjectOf(person.key), ...known, ...(person.email === undefined ? {} : { email_verified: true }) };
}

const typed = z.string().trim().max(200).default("");
export const ownPerson = z
  .object({
    given_name: typed,
    family_name: typed,
    email: typed,
    birthday: typed,
    email_verified: z.string().optional(),
  })
  .transform(({ email_verified: isVerified, ...given }): Claims => {
    const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
    const sub = subjectOf(`${given.email.toLowerCase()} ${given.given_name} ${given.family_name}`);
    return { sub, ...known, ...(given.email === "" ? {} : { email_verified: isVerified === "on" }) };
  });

/** The same person has the same subject at every log-in: 21 digits, as Google's are. */
function subjectOf(who: string): string {
  const digest = createHash("sha256").update(who).digest("hex");
  return BigInt(`0x${digest}`).toString().padStart(30, "1").slice(0, 21);
}
