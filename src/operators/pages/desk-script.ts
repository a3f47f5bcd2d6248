/** What the desk can do beyond links and forms: none of it is needed to work there. */
import { startFormsInPlace } from "../../ui/form-in-place.ts";

startFormsInPlace(document);
