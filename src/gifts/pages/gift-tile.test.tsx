import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { UsedGift } from "./gift-tile.tsx";

it.each([
  ["2 places au Cabaret NU", "2 places au Cabaret\u00a0NU"],
  ["Coupe de champagne", "Coupe de champagne"],
])("leaves no short word of '%s' on a line of its own", (line, shown) => {
  const html = renderToStaticMarkup(<UsedGift tile={{ code: "A1", lines: [line], products: 1, expiry: null }} />);
  expect(html).toContain(`<span>${shown}</span>`);
});
