import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { inLocale } from "../../venues/language/locale.server.ts";
import { BalanceLine } from "./balance-line.tsx";

it.each(["fr", "en"] as const)("shows the balance with two decimals and a comma in %s", (locale) => {
  const line = inLocale(locale, () =>
    renderToStaticMarkup(
      <MemoryRouter>
        <BalanceLine balance="12.34" />
      </MemoryRouter>,
    ),
  );
  expect(line).toContain("12,34");
});
