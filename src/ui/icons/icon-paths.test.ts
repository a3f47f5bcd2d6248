import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { icons } from "@phosphor-icons/core";
import { expect, test } from "vitest";
import { ACCOUNT_ICON_PATHS } from "./account-icon-paths.ts";
import { WORKSHOP_ICON_PATHS } from "../../../sandbox/pages/workshop-icon-paths.ts";
import { DESK_ICON_PATHS } from "./desk-icon-paths.ts";
import { ICON_PATHS } from "./icon-paths.ts";

const require = createRequire(import.meta.url);

/** The largest rounding error in units. At 24 pixels half a unit is a twentieth of a pixel, and decimals would add bytes to every page. */
const MOST_OFF = 1.01;

test.each(Object.entries({ ...ICON_PATHS, ...ACCOUNT_ICON_PATHS, ...DESK_ICON_PATHS, ...WORKSHOP_ICON_PATHS }))(
  "%s is the light outline of the Phosphor icon",
  (name, path) => {
    expect(icons.some((icon) => icon.name === name)).toBe(true);
    const svg = readFileSync(require.resolve(`@phosphor-icons/core/light/${name}-light.svg`), "utf8");
    const [own, drawn] = [tokensOf(/ d="([^"]*)"/.exec(svg)?.[1] ?? ""), tokensOf(path)];
    expect(drawn).toHaveLength(own.length);
    const isOff = drawn.filter((token, at) => {
      const original = own[at] ?? "";
      return token === original ? false : !(Math.abs(Number(token) - Number(original)) < MOST_OFF);
    });
    expect(isOff).toEqual([]);
  },
);

function tokensOf(path: string): string[] {
  return path.match(/[A-Za-z]|-?\d*\.?\d+/g) ?? [];
}
