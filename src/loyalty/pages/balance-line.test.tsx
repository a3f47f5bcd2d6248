import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { overwriteGetLocale } from "../../messages/runtime.js";
import { BalanceLine } from "./balance-line.tsx";

it.each(["fr", "en"] as const)("shows the balance with two decimals and a comma in %s", (locale) => {
  overwriteGetLocale(() => locale);
  expect(
    renderToStaticMarkup(
      <MemoryRouter>
        <BalanceLine balance="12.34" />
      </MemoryRouter>,
    ),
  ).toContain("12,34");
});
