/** What a page can do beyond links and forms; fetched after load, or at the first intent, and before React. */
import { startPageBehaviours } from "./venues/pages/page-behaviours.ts";

startPageBehaviours(document);
