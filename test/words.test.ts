import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { projectPath } from "../src/platform/database/database.server.ts";
import { fieldsOf, type Field } from "../src/ui/desk/form-fields.ts";
import { SECTIONS } from "../src/venue-file/sections.ts";

const ROOT = projectPath("package.json").replace(/package\.json$/, "");
const FILES = ["{src,test,sandbox,bin,bench,db}/**/*.{ts,tsx,mjs,css,sql}", "docs/**/*.md", "*.md"];
/** Made by a program, or this file itself. */
const EXEMPT = /^src\/messages\/|^test\/words\.test\.ts$|node_modules|^CHANGELOG\.md$/;
/** A code such as (G149) or T11:, a section's number, a file of a specification: each points to a document that nobody has here. */
const CODES = [
  /§ ?\d/,
  /\bsections? \d/i,
  /\b(?:spec|design)\/[a-z]+\.md\b/,
  /[(,;] ?[GTIFCEHMLS]\d{1,3}(?:[,):;]|$)/m,
];

/** The lines of a file that have one of these marks, with their place. */
function linesWith(file: string, marks: RegExp[]): string[] {
  return readFileSync(`${ROOT}${file}`, "utf8")
    .split("\n")
    .flatMap((line, at) =>
      marks.some((mark) => mark.test(line)) ? [`${file}:${at + 1} ${line.trim().slice(0, 80)}`] : [],
    );
}

it("cites no document that the repository does not hold: a comment says the reason itself, or links to docs/", () => {
  const found = globSync(FILES, { cwd: ROOT })
    .filter((file) => !EXEMPT.test(file))
    .flatMap((file) => linesWith(file, CODES));
  expect(found).toEqual([]);
});

/** The path of a file of ours, whole: no pattern, and no part of a longer path. */
const PATH = /(?<![\w./*-])(?:src|test|bin|bench|sandbox|docs|db)\/[\w./-]*\w\.(?:tsx?|mjs|sql|md)\b/g;

it("names only files that exist, in the documentation and in commands", () => {
  const named = globSync(["docs/**/*.md", "*.md", "bin/*.{ts,mjs}"], { cwd: ROOT, exclude: ["CHANGELOG.md"] }).flatMap(
    (file) => (readFileSync(`${ROOT}${file}`, "utf8").match(PATH) ?? []).map((path) => ({ file, path })),
  );
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter(({ path }) => !existsSync(`${ROOT}${path}`))).toEqual([]);
});

/** Where times, dates and amounts become words; the last one asks for zones' offsets only. */
const FORMATS = /^src\/(?:venues\/(?:language\/(?:dates|numbers)|document\/date-tags)|platform\/time-zones)\.ts$/;
const FORMATTING = [
  /\bIntl\.(?:DateTime|Number|RelativeTime|Duration)Format/,
  /\.toLocale(?:Date|Time)?String\(/,
  /\$\{[^}]*\}(?:\\u00a0| | )?€/i,
  /€\$\{/,
];

it("writes times, dates and amounts with venues/language/dates.ts and venues/language/numbers.ts only, so that each language has one form", () => {
  const found = globSync("src/**/*.{ts,tsx}", { cwd: ROOT })
    .filter((file) => !EXEMPT.test(file) && !FORMATS.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => linesWith(file, FORMATTING));
  expect(found).toEqual([]);
});

it("gives each message one text in each language", () => {
  const [french, english] = ["fr", "en"].map((locale) =>
    globSync(`messages/{*-,}${locale}.json`, { cwd: ROOT })
      .flatMap((file) =>
        [...readFileSync(`${ROOT}${file}`, "utf8").matchAll(/^ {2}"(\w+)":/gm)].map(([, key]) => key ?? ""),
      )
      .sort((a, b) => a.localeCompare(b)),
  );
  expect(french?.length).toBeGreaterThan(1000);
  expect(french?.filter((key, at) => french[at - 1] === key)).toEqual([]);
  expect(english).toEqual(french);
});

it("keeps the French space before a double mark unbroken", () => {
  const broken = globSync("messages/{*-,}fr.json", { cwd: ROOT }).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(`${ROOT}${file}`, "utf8")) as Record<string, string>)
      .filter(([key, text]) => /^\w/.test(key) && / [:;?!»]|« /.test(text))
      .map(([key, text]) => `${key} ${text}`),
  );
  expect(broken).toEqual([]);
});

it("uses no light-dark() in styles: vite.config.ts leaves out what older browsers would need for it", () => {
  const styles = globSync("src/**/*.css", { cwd: ROOT });
  expect(styles.length).toBeGreaterThan(50);
  expect(styles.flatMap((file) => linesWith(file, [/light-dark\(/]))).toEqual([]);
});

/** Words of the desk whose keys are made: of a family and a value, or of the name of a field, which a contract holds. */
const MADE_KEYS = /^deskpeople_/;
const FIELD_KEYS = /^desk_[fh]_(\w+)$/;

/** The names of a field and of those within it, as keys of messages write them. */
function namesOf(field: Field): string[] {
  const inner = field.kind === "group" ? field.fields : field.kind === "list" ? [field.item] : [];
  return [field.name.replaceAll("-", "_"), ...inner.flatMap(namesOf)];
}

it("holds no message that nothing shows", () => {
  const sources = globSync("{src,sandbox,bin}/**/*.{ts,tsx,mjs}", { cwd: ROOT, exclude: ["src/messages/**"] });
  const words = new Set(sources.flatMap((file) => readFileSync(`${ROOT}${file}`, "utf8").match(/\w+/g) ?? []));
  const keys = globSync("messages/{*-,}fr.json", { cwd: ROOT }).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(`${ROOT}${file}`, "utf8")) as object),
  );
  const fields = new Set([...SECTIONS.values()].flatMap(({ schema }) => fieldsOf(schema).flatMap(namesOf)));
  const isShown = (key: string) => MADE_KEYS.test(key) || words.has(key) || fields.has(FIELD_KEYS.exec(key)?.[1] ?? "");
  expect(keys.filter((key) => /^\w/.test(key) && !isShown(key))).toEqual([]);
});

/** Written times of another form: '20h00', '20:30', '8pm', '8 pm' with a space that breaks. A form field takes 20:30. */
const OTHER_TIMES = { fr: /\d ?h ?00\b|\b\d{1,2}:\d\d\b/, en: /\d ?[ap]\.?m\b|\b\d{1,2}:\d\d\b/ };
const FIELD_WORDS = ["desk_p_time"];

it("writes times in messages and in the demonstration as pages do", () => {
  const messages = globSync("messages/*.json", { cwd: ROOT }).flatMap((file) => {
    const locale = /(?:^|-)(fr|en)\.json$/.exec(file.slice("messages/".length))?.[1] as "fr" | "en";
    const texts = JSON.parse(readFileSync(`${ROOT}${file}`, "utf8")) as Record<string, string>;
    return Object.entries(texts)
      .filter(([key, text]) => !FIELD_WORDS.includes(key) && OTHER_TIMES[locale].test(text))
      .map(([key, text]) => `${file} ${key} ${text}`);
  });
  const demo = globSync("demo/venues/*.json", { cwd: ROOT }).flatMap((file) =>
    localized(JSON.parse(readFileSync(`${ROOT}${file}`, "utf8")))
      .filter(({ locale, text }) => OTHER_TIMES[locale].test(text))
      .map(({ text }) => `${file} ${text.slice(0, 80)}`),
  );
  expect([...messages, ...demo]).toEqual([]);
});

/** The texts of a venue file that have two languages. */
function localized(data: unknown): { locale: "fr" | "en"; text: string }[] {
  if (typeof data !== "object" || data === null) return [];
  const own = (["fr", "en"] as const).flatMap((locale) => {
    const text = (data as Record<string, unknown>)[locale];
    return typeof text === "string" ? [{ locale, text }] : [];
  });
  return [...own, ...Object.values(data).flatMap(localized)];
}
