import baseCss from "../../ui/document/base.css?inline";
import buttonCss from "../../ui/forms/button.css?inline";
import ornamentCss from "../../ui/ornament/ornament.css?inline";
import plaqueCss from "../../ui/ornament/plaque.css?inline";
import tokensCss from "../../ui/document/tokens.css?inline";
import typeCss from "../../ui/document/type.css?inline";
import cardCss from "../pages/card.css?inline";
import snapshotOwnCss from "./snapshot.css?inline";

/** All styles of the offline page, inlined because nothing can be fetched. */
export const snapshotCss = [
  tokensCss,
  baseCss,
  typeCss,
  buttonCss,
  plaqueCss,
  ornamentCss,
  cardCss,
  snapshotOwnCss,
].join("");
