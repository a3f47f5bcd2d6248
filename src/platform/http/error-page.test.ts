import { expect, test } from "vitest";
import { errorPageHtml } from "./error-page.ts";

const page = {
  locale: "fr",
  title: "Cette adresse n’est pas la nôtre",
  text: "Aucun casino ici.",
  action: "Revenir à l’accueil",
  href: "/",
} as const;

test("an error page is one document in its language, with one link", () => {
  const html = errorPageHtml(page);
  expect(html).toMatch(/^<!doctype html>\n<html lang="fr">/);
  expect(html).toContain('<a href="/">Revenir à l’accueil</a>');
  expect(html.match(/<h1>/g)).toHaveLength(1);
});

test("an error page without an action has no link", () => {
  expect(errorPageHtml({ ...page, action: null })).not.toContain("<a ");
});

test("an error page escapes its texts and has no script or style attribute", () => {
  const html = errorPageHtml({ ...page, title: '<img src=x onerror="1">', text: "a & b", href: '"><script>' });
  expect(html).not.toMatch(/<img|<script|\sstyle=/);
  expect(html).toContain("a &amp; b");
});

test("the style is the same on every error page", () => {
  const styleOf = (html: string) => /<style>([^]*)<\/style>/.exec(html)?.[1];
  expect(styleOf(errorPageHtml(page))).toBe(styleOf(errorPageHtml({ ...page, title: "Autre", locale: "en" })));
});
