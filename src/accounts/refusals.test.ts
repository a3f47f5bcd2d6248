import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { MessageKey } from "./contract.ts";
import { refusalText } from "./refusals.ts";

const ROOM = import.meta.dirname;

/** Every message key that this room's code names. */
function namedKeys(): Set<MessageKey> {
  const files = readdirSync(ROOM, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.includes(".test."),
  );
  const texts = files.map((name) => readFileSync(join(ROOM, name), "utf8"));
  const keys = texts.flatMap((text) =>
    [...text.matchAll(/"(members_[a-z0-9_]+)"/g)].map(([, key]) => key as MessageKey),
  );
  return new Set([...keys, "members_provider_google", "members_provider_apple", "members_provider_facebook"]);
}

it("has words in French and in English for every refusal", () => {
  expect(namedKeys().size).toBeGreaterThan(30);
  for (const key of namedKeys())
    for (const locale of ["fr", "en"] as const) {
      const words = refusalText(key, locale);
      expect(words.length, key).toBeGreaterThan(3);
      expect(words, key).not.toContain("members_");
    }
});

it("keeps the agreed French sentences", () => {
  expect(refusalText("members_required", "fr")).toBe("Champ obligatoire");
  expect(refusalText("members_failed", "fr")).toBe("Une erreur est survenue");
  expect(refusalText("members_pseudo_taken", "fr")).toBe("Ce pseudo est déjà utilisé");
  expect(refusalText("members_phone_same", "fr")).toBe("Vous avez déjà ce numéro");
});
