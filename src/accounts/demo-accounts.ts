/** The accounts of the demo, each at another stage of the membership. */
export const DEMO_PASSWORD = "Belrive!2026";

/** The demo account that has a card, gifts, loyalty euros and a wallet. */
export const DEMO_MEMBER = "member@demo.belrive.example";

export type DemoAccount = {
  email: string;
  /** The description that `npm start` prints. */
  what: string;
  civility: 0 | 1;
  firstname: string;
  lastname: string;
  birthday: string;
  isConfirmed: boolean;
  /** From the ranges that the French regulator (Arcep) reserves for fiction. */
  phone: string | null;
};

/** The address of the demo account with a short name, such as "member" for member@demo.belrive.example. */
export function demoAddress(name: string | null): string | null {
  return DEMO_ACCOUNTS.find(({ email }) => email.startsWith(`${name}@`))?.email ?? null;
}

const person = { isConfirmed: true, phone: null };

export const DEMO_ACCOUNTS: DemoAccount[] = [
  {
    ...person,
    email: "new@demo.belrive.example",
    what: "address not confirmed yet",
    civility: 1,
    firstname: "Solène",
    lastname: "Kerdaniel",
    birthday: "1996-04-12",
    isConfirmed: false,
  },
  {
    ...person,
    email: "confirmed@demo.belrive.example",
    what: "address confirmed, no phone",
    civility: 0,
    firstname: "Bastien",
    lastname: "Orvault",
    birthday: "1988-09-30",
  },
  {
    ...person,
    email: "verified@demo.belrive.example",
    what: "phone verified, no card",
    civility: 1,
    firstname: "Inès",
    lastname: "Marchetti",
    birthday: "1979-01-23",
    phone: "+33639980103",
  },
  {
    ...person,
    email: "ready@demo.belrive.example",
    what: "phone verified, enrollment ready",
    civility: 0,
    firstname: "Thibault",
    lastname: "Lecorvaisier",
    birthday: "1991-11-08",
    phone: "+33639980104",
  },
  {
    ...person,
    email: DEMO_MEMBER,
    what: "member of the programme",
    civility: 1,
    firstname: "Marguerite",
    lastname: "d’Aubencourt",
    birthday: "1984-06-21",
    phone: "+33639980105",
  },
];
