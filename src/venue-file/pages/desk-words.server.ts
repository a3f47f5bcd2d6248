import { GAME_KEYS } from "../../games/contract.ts";
import { m } from "../../messages/messages.js";
import { messageOf } from "../../venues/desk/words.server.ts";

type Words = { label: string | null; help: string | null };

/** Words of fields that the messages `desk_f_<field>` and `desk_h_<field>` do not give, some of them in one section only. */
const OWN: Record<string, () => Partial<Words>> = {
  facebook: () => ({ label: "Facebook" }),
  instagram: () => ({ label: "Instagram" }),
  tiktok: () => ({ label: "TikTok" }),
  linkedin: () => ({ label: "LinkedIn" }),
  support_phone: () => ({ help: m.desk_h_contact_phone() }),
  reservation_url: () => ({
    label: m.desk_f_reservation(),
    help: m.desk_h_reservation({ date: "{date}", time: "{time}", party: "{party}" }),
  }),
  reservation_link: () => ({ label: m.desk_f_reservation() }),
  "tables reservation_link": () => ({
    label: m.desk_f_reservation(),
    help: m.desk_h_place_reservation({ date: "{date}", party: "{party}" }),
  }),
  "maison label": () => ({ label: m.desk_f_full_name() }),
  "maison operating_company.key": () => ({ label: m.desk_f_company_key(), help: m.desk_h_company_key() }),
};

const OPTIONS: Record<string, () => string> = {
  "type restaurant": m.desk_o_restaurant,
  "type bar": m.desk_o_bar,
  "type hostel": m.desk_o_hostel,
  "pasino 0": m.desk_o_casino,
  "pasino 1": m.desk_o_pasino,
  "preposition ": m.desk_o_none,
  "payments_accepted Credit Card": m.desk_o_cards,
  "payments_accepted Cash": m.desk_o_cash,
  "payments_accepted Cheque": m.desk_o_cheque,
};

/** Label and help of a field; null where it has none. Messages are named for the last part of its path. */
export function fieldWords(section: string, path: string): Words {
  const last = path.split(".").findLast(Boolean) ?? "";
  const name = last.replaceAll("-", "_");
  const own = (OWN[`${section} ${path}`] ?? OWN[last])?.();
  return { label: messageOf(`desk_f_${name}`), help: messageOf(`desk_h_${name}`), ...own };
}

/** Label of an option of a field; the option itself when it needs none. */
export function optionWords(path: string, option: string | number, gameLabel: (key: string) => string): string {
  const last = path.split(".").at(-1) ?? "";
  if (last === "key" && (GAME_KEYS as readonly string[]).includes(String(option))) return gameLabel(String(option));
  return OPTIONS[`${last} ${option}`]?.() ?? String(option);
}
