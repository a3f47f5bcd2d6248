/** What the desk can do beyond links and forms: none of it is needed to work there. */
import { startFormsInPlace } from "../../ui/form-in-place.ts";
import { startPreviews } from "./desk-previews.ts";
import { startRichTexts } from "./desk-rich.ts";
import { startUnsaved } from "./desk-unsaved.ts";

startFormsInPlace(document);
startPreviews(document);
startUnsaved(document);
startRichTexts(document);
// The way through the desk may be longer than the window: where one is stands in sight.
document.querySelector(".desk-side .desk-nav [aria-current]")?.scrollIntoView({ block: "nearest" });
