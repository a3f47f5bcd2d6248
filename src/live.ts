/** What changes by the minute and therefore never stands in cached bytes: the open state, the live jackpot, the consent banner. */
import { startLiveJackpot } from "./jackpots/pages/live-jackpot.ts";
import { inTurn } from "./ui/in-turn.ts";
import { startLiveConsent } from "./venues/pages/live-consent.ts";
import { startLiveHours } from "./venues/pages/live-hours.ts";

inTurn([() => startLiveConsent(document), () => startLiveHours(document), () => startLiveJackpot(document)]);
