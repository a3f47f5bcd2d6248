/** Whether the doors are open now: it changes by the minute, and therefore never stands in cached bytes. */
import { startLiveHours } from "../site/pages/live-hours.ts";

setTimeout(() => startLiveHours(document));
