/** What the pages of the member area, and every page of a member, can do beyond links and forms. Fetched after the page's own behaviours. */
import { startSnapshot } from "../../loyalty/pages/snapshot.ts";
import { startFormsInPlace } from "../../ui/form-in-place.ts";
import { startMemberPopups } from "./member-popups.ts";
import { startMemberSession } from "./member-session.ts";

startMemberSession(document);
startMemberPopups(document);
startFormsInPlace(document);
startSnapshot(document);
