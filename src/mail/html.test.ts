import { expect, it } from "vitest";
import { composed } from "./composed.server.ts";

const sender = {
  name: "Casino de Port-Sérac",
  origin: "https://port-serac.example",
  host: "port-serac.example",
  color: "#CD2D26",
  support: null,
  picture: null,
  publisher: [],
  phone: null,
  timeZone: "Europe/Paris",
  minimumAge: 18 as const,
  gamblingWarning: null,
};

it("keeps a heading's 'e-mail' on one line, in the HTML only", () => {
  const title = "Votre adresse e-mail a changé";
  const { subject, html, text } = composed(
    { sender, locale: "fr", firstname: null, to: "a@example.test" },
    { subject: title, paragraphs: [], button: null, notes: [], why: "" },
  );
  expect(html).toMatch(/<h1[^>]*>Votre adresse <span style="white-space:nowrap">e-mail<\/span> a changé<\/h1>/);
  expect([subject, text]).toEqual([title, expect.stringContaining(title)]);
});

it("breaks a paragraph's long words also in mail programs that do not know overflow-wrap", () => {
  const { html } = composed(
    { sender, locale: "fr", firstname: null, to: "a@example.test" },
    { subject: "Votre adresse", paragraphs: ["x".repeat(200)], button: null, notes: [], why: "" },
  );
  expect(html).toMatch(/<p [^>]*word-break:break-word;overflow-wrap:anywhere[^>]*>x{200}</);
});
