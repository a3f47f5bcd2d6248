import fieldCss from "../../ui/field.css?inline";
import partsCss from "./member-parts.css?inline";

/** What popup=Account and the pages around it need beyond the page's frame. */
export const accountSheets = [fieldCss, partsCss];
