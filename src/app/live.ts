/** The consent banner: who has answered it stands in no cached bytes. */
import { showConsent, startLiveConsent } from "../site/pages/live-consent.ts";

showConsent(document);
setTimeout(() => startLiveConsent(document));
