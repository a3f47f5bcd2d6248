import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { inLocale } from "../../venues/language/locale.server.ts";
import type { GiftsSummary } from "../view.server.ts";
import { GiftsSummaryPart } from "./gifts-summary.tsx";

const TILE = { code: "2041877296053", lines: ["Apéritif"], expiry: null, products: 1 };

function drawn(summary: GiftsSummary): string {
  return inLocale("fr", () =>
    renderToStaticMarkup(
      <MemoryRouter initialEntries={["/agenda"]}>
        <GiftsSummaryPart summary={summary} />
      </MemoryRouter>,
    ),
  );
}

it("says in words that the places are free and that there is no gift", () => {
  const html = drawn({ count: 0, tiles: [] });
  expect(html.match(/Emplacement libre/g)).toHaveLength(3);
  expect(html).not.toMatch(/class="heard">Emplacement libre/);
  expect(html).toContain("Il n’y a actuellement aucune offre sur votre compte.");
});

it("fills up to three places with free ones after a member's gifts", () => {
  const html = drawn({ count: 1, tiles: [TILE] });
  expect(html.match(/Emplacement libre/g)).toHaveLength(2);
  expect(html).toContain('href="/agenda?popup=Offers&amp;qrcode=2041877296053&amp;fromMenu=true"');
  expect(html).not.toContain("aucune offre");
});
