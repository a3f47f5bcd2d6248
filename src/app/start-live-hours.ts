/** Shows whether the casino is open now. This changes by the minute, so it is not in cached pages. */
import { startLiveHours } from "../site/pages/live-hours.ts";

setTimeout(() => startLiveHours(document));
