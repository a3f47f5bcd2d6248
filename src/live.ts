/** What changes by the minute, is seen at once and therefore never stands in cached bytes: the open state, the consent banner. */
import { inTurn } from "./ui/in-turn.ts";
import { startLiveConsent } from "./venues/pages/live-consent.ts";
import { startLiveHours } from "./venues/pages/live-hours.ts";

inTurn([() => startLiveConsent(document), () => startLiveHours(document)]);
