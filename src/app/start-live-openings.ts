/** Shows which places are open now. This changes by the minute, so it is not in cached pages. */
import { startLiveOpenings } from "../site/pages/live-openings.ts";

startLiveOpenings(document);
