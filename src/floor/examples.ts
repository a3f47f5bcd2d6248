/** Bodies and answers of the floor's calls for /api/openapi.json, as the systems of Port-Sérac send and get them. */

const CARD = "5163306495762422";
const event = (id: string) => ({ event_id: id }) as const;

export const cardIssue = {
  body: {
    ...event("reception-2-000117"),
    lastname: "d’Aubencourt",
    firstname: "Marguerite",
    birthday: "1984-06-21",
    mobile: "+33639980105",
  },
  answer: { card_number: CARD, member_id: "4179700237" },
} as const;
export const card = {
  card_number: CARD,
  member_id: "4179700237",
  status: "active",
  name: "Marguerite d’Aubencourt",
  home_site_id: 151,
  inserted: false,
} as const;
export const replacement = { body: event("reception-2-000118"), answer: { card_number: "5163418890275316" } } as const;
export const move = {
  body: { ...event("slot-214-000902"), machine: "Lune de Sérac" },
  answer: { inserted: true },
} as const;
export const entrance = {
  body: { ...event("entrance-1-004410"), card_number: CARD, identity_checked: true },
  answer: { admitted: true, enrollment_status: "COMPLETED", card_number: CARD },
} as const;
export const earning = {
  body: { ...event("pos-3-000841"), card_number: CARD, amount: "2.40", family: "restaurant" },
  answer: { balance: "107.29" },
} as const;
export const earningReversal = { body: event("pos-3-000842"), answer: { balance: "104.89" } } as const;
export const spending = {
  body: { ...event("kiosk-1-000077"), card_number: CARD, amount: "12.50" },
  answer: { balance: "92.39" },
} as const;
export const gift = {
  body: { ...event("kiosk-1-000078"), card_number: CARD, products: ["demo-dessert-one"] },
  answer: {
    code: "1493168037378",
    status: "reserved",
    label: "Dessert-offert",
    products: [{ id: "demo-dessert-one", label: "Un dessert à la carte", description: null, legal_notice: null }],
  },
} as const;
export const pin = { body: { ...event("reception-2-000119"), pin: "1234" }, answer: { result: true } } as const;
export const load = { body: { ...event("cage-1-000512"), amount: "50.00" }, answer: { amount: "230.50" } } as const;
export const spend = {
  body: { ...event("cage-1-000513"), amount: "30.00", kind: "cash" },
  answer: { amount: "200.50" },
} as const;
export const jackpot = {
  body: {
    ...event("jackpots-000033"),
    site_slot: 214,
    model: "Lune de Sérac",
    amount: "12345.60",
    payment_date: "2026-11-21T20:29:00+01:00",
  },
  answer: { id: "47" },
} as const;
export const live = {
  body: { ...event("megapot-118822"), amount: "1204866.15" },
  answer: { amount: "1204866.15" },
} as const;
