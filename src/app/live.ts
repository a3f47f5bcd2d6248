/** Shows the consent banner to those who have not answered it; cached pages cannot know who has. */
import { showConsent, startLiveConsent } from "../site/consent/live-consent.ts";

showConsent(document);
setTimeout(() => startLiveConsent(document));
