/** What the pages of the member area, and every page of a member, can do beyond links and forms. Fetched after the page's own behaviours. */
import { startOffers } from "../../gifts/pages/offers.ts";
import { startCard } from "../../loyalty/pages/card.ts";
import { loadScanner } from "../../loyalty/pages/load-scanner.ts";
import { startSnapshot } from "../../loyalty/pages/snapshot.ts";
import { startCopies } from "../../ui/copies.ts";
import { startFormsInPlace } from "../../ui/form-in-place.ts";
import { startMemberPopups } from "./member-popups.ts";
import { startMemberSession } from "./member-session.ts";

startMemberSession(document);
startMemberPopups(document);
startOffers(document);
startFormsInPlace(document);
startCopies(document);
startCard(document);
startSnapshot(document);
loadScanner(document);
