import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { icons } from "@phosphor-icons/core";
import { expect, test } from "vitest";
import { ICON_PATHS } from "./icon-paths.ts";

const require = createRequire(import.meta.url);

test.each(Object.entries(ICON_PATHS))("%s is Phosphor's own light outline", (name, path) => {
  expect(icons.some((icon) => icon.name === name)).toBe(true);
  expect(readFileSync(require.resolve(`@phosphor-icons/core/light/${name}-light.svg`), "utf8")).toContain(
    `d="${path}"`,
  );
});
