import baseCss from "../../ui/base.css?inline";
import buttonCss from "../../ui/button.css?inline";
import ornamentCss from "../../ui/ornament.css?inline";
import plaqueCss from "../../ui/plaque.css?inline";
import tokensCss from "../../ui/tokens.css?inline";
import typeCss from "../../ui/type.css?inline";
import cardCss from "./card.css?inline";
import snapshotOwnCss from "./snapshot.css?inline";

/** Everything that the page without a network looks like: nothing of it can be fetched then. */
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
