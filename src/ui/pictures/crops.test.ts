import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { projectPath } from "../../platform/database/database.server.ts";
import { aspectOf, PICTURE_CROPS } from "./crops.ts";
import { COVERS, MAIL_HEADER_COVER } from "./variants.ts";

const SRC = projectPath("src");
const DESK_CROPS = "pictures/pages/desk-crops.css";
/** Style sheets whose boxes hold no picture of a site, or show one only to those who choose it. */
const NO_PICTURE = [
  DESK_CROPS,
  "content/editor/operator-windows.css",
  "gifts/pages/gifts.css",
  "loyalty/pages/card.css",
  "loyalty/enrollment/pages/scanner.css",
  "ui/desk/editor.css",
  "ui/ornament/ornament.css",
  "venues/pages/club.css",
];

describe("the crops shown by the editor and the desk", () => {
  const shapes = (text: string) =>
    [...text.matchAll(/aspect-ratio: ([\d.]+)(?: \/ ([\d.]+))?;/g)].map(
      ([, width = "", height = "1"]) => `${width}:${height}`,
    );
  const cut = globSync("**/*.css", { cwd: SRC })
    .filter((file) => !NO_PICTURE.includes(file))
    .flatMap((file) => shapes(readFileSync(`${SRC}/${file}`, "utf8")));
  const laidOut = globSync("**/*.tsx", { cwd: SRC }).flatMap((file) =>
    [...readFileSync(`${SRC}/${file}`, "utf8").matchAll(/<Picture\b[^>]*\bratio="([\d:]+)"/g)].map(
      ([, ratio]) => ratio,
    ),
  );
  const COVER_SHAPES = { "1920x1080": "16:9", "1200x630": "1200:630", "600x600": "1:1", "1200x370": "120:37" };
  const covers = ([...COVERS, MAIL_HEADER_COVER] as const).map((cover) => COVER_SHAPES[cover]);
  const inUse = new Set([...cut, ...laidOut, ...covers]);

  it("are exactly the shapes in which pages, link previews and mails cut pictures", () => {
    expect(inUse).toEqual(new Set<string>(PICTURE_CROPS));
  });

  it("each have a rule in the desk's style sheet", () => {
    const rules = [...readFileSync(`${SRC}/${DESK_CROPS}`, "utf8").matchAll(/data-crop="([\d:]+)"\] \{\s+(.*)/g)];
    expect(rules.map(([, name, rule]) => [name, rule])).toEqual(
      PICTURE_CROPS.map((crop) => [crop, `aspect-ratio: ${aspectOf(crop)};`]),
    );
  });
});
