/** What the pages of the member area, and every page of a member, can do beyond links and forms. Fetched after the page's own behaviours. */
import { startFormsInPlace } from "../../ui/form-in-place.ts";
import { startMemberForms } from "./forms.ts";
import { startLeaveLinks } from "./leave-links.ts";

startFormsInPlace(document);
startMemberForms(document);
startLeaveLinks(document);
