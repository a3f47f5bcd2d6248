import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GROUPS } from "./catalogue.tsx";

const UI = "src/ui/";

/** Components without a specimen of their own, and why. */
const NOT_SHOWN: Record<string, string> = {
  "desk/schema-context.tsx": "drawn by SchemaFields",
  "desk/value-field.tsx": "drawn by SchemaFields",
  "document/installable.tsx": "links in the head, for the browser's own installation",
  "document/page-assets.tsx": "a context: what only the server's document has",
  "document/server-only.tsx": "keeps scripts of the server's document as they are",
  "document/theme-color.tsx": "the colour of the browser's own bar",
  "feedback/error-page.tsx": "a whole page with its own landmark",
  "sheets/kept-focus.tsx": "hides its content for a while and gives the focus back",
};

/** Shown under the heading of another file. */
const ALONG_WITH: Record<string, string> = { "sheets/close-link.tsx": "sheets/sheet.tsx" };

const files = globSync("**/*.tsx", { cwd: UI }).filter((file) => !file.endsWith(".test.tsx"));
const shown = new Set(GROUPS.flatMap(({ specimens }) => specimens.map(({ file }) => file)));
const source = globSync("sandbox/catalogue/*.tsx").map((file) => readFileSync(file, "utf8"));

test("every component of the design system is shown in the catalogue", () => {
  expect(files.length).toBeGreaterThan(20);
  const forgotten = files
    .filter((file) => NOT_SHOWN[file] === undefined)
    .flatMap((file) => componentsOf(file).map((name) => ({ file, name })))
    .filter(({ name }) => !source.some((text) => new RegExp(`<${name}\\b`).test(text)))
    .map(({ file, name }) => `${file}: ${name}`);
  expect(forgotten).toEqual([]);
});

test("every file of a component is named in the catalogue, and every name is a file's", () => {
  const named = files.filter((file) => shown.has(file) || ALONG_WITH[file] !== undefined);
  const expected = files.filter((file) => NOT_SHOWN[file] === undefined && componentsOf(file).length > 0);
  expect(named.sort()).toEqual(expected.sort());
  const known = [...shown, ...Object.keys(NOT_SHOWN), ...Object.keys(ALONG_WITH)];
  expect(known.filter((file) => !existsSync(UI + file))).toEqual([]);
});

test("names and anchors of the catalogue are not used twice", () => {
  const names = GROUPS.flatMap(({ id, specimens }) => [id, ...specimens.map(({ name }) => name)]);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

/** What a file exports under a capital letter, but for contexts. */
function componentsOf(file: string): string[] {
  const text = readFileSync(UI + file, "utf8");
  return [
    ...text.matchAll(/^export (?:default )?(?:async )?(?:function|const) ([A-Z][a-z]\w*)(?! = createContext)\b/gm),
  ].map(([, name]) => name ?? "");
}
