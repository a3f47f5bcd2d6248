import { m } from "../../messages/messages.js";
import type { Locale } from "../contract.ts";

/** The notices about the risks of play: the French warning with its help line, and the Belgian prevention message. */
export type GamblingWarningName = "france" | "belgium";

/** A notice in one language, with the help sites that it must link to. */
export type GamblingWarningWords = { text: string; links: { label: string; href: string }[] };

const STOP_OP_TIJD = { label: "stopoptijd.be", href: "https://www.stopoptijd.be" };
const ARRETEZ_A_TEMPS = { label: "arretezatemps.be", href: "https://www.arretezatemps.be" };

/** The notice in words. Without a locale it is in the language of the page that is being rendered. */
export function gamblingWarningWords(name: GamblingWarningName, locale?: Locale): GamblingWarningWords {
  const options = locale === undefined ? {} : { locale };
  if (name === "france") return { text: m.gambling_warning({}, options), links: [] };
  return { text: m.prevention_message({}, options), links: [ARRETEZ_A_TEMPS, STOP_OP_TIJD] };
}
