import { expect, it } from "vitest";
import { openUnsavedTexts } from "./unsaved-texts.ts";

class Kept implements Storage {
  readonly #items = new Map<string, string>();
  get length() {
    return this.#items.size;
  }
  clear = () => this.#items.clear();
  getItem = (name: string) => this.#items.get(name) ?? null;
  key = (at: number) => [...this.#items.keys()][at] ?? null;
  removeItem = (name: string) => void this.#items.delete(name);
  setItem = (name: string, value: string) => void this.#items.set(name, value);
}

const draft = { rev: 3, document: { blocks: [] }, at: "2026-11-21T20:00:00Z" };

it("keeps the unsaved texts of two operators in one browser apart", () => {
  const store = new Kept();
  const site = { projectId: 1051, locale: "fr" as const };
  const [camille, dominique] = ["Camille", "Camille: Dominique"].map((name) =>
    openUnsavedTexts({ ...site, name }, store),
  );
  camille?.keep("cgu", draft);
  expect(dominique?.read("cgu")).toBeNull();
  expect(dominique?.all()).toEqual({});
  expect(camille?.read("cgu")).toEqual(draft);
  expect(camille?.all()).toEqual({ cgu: draft.document });
  dominique?.drop("cgu");
  expect(camille?.read("cgu")).toEqual(draft);
});
