import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CardObject } from "./card-face.tsx";

it("keeps the holder's name and birthday apart in text without styles", () => {
  const html = renderToStaticMarkup(<CardObject program="Cercle" holder="Élodie Delmas" birthday="14/03/1988" />);
  expect(html.replaceAll(/<[^>]*>/g, "")).toContain("Élodie Delmas 14/03/1988");
});
