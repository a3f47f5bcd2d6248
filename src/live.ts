/** Whether the consent banner is shown stands in no cached bytes; what sends its answer comes with the page's behaviours. */
import { keepEarlyAnswer, showConsent } from "./venues/pages/live-consent.ts";

showConsent(document);
keepEarlyAnswer(document);
