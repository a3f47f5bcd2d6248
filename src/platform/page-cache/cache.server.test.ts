import { expect, it } from "vitest";
import { openPageCache, type CachedPage } from "./cache.server.ts";

const page = (fields: Partial<CachedPage> = {}): CachedPage => ({
  status: 200,
  isCacheable: true,
  headers: [],
  tags: ["venue:51"],
  validUntil: 1_000,
  etag: "e",
  policy: "",
  identity: Buffer.from("page"),
  gzip: Buffer.from("gz"),
  brotli: Buffer.from("br"),
  ...fields,
});

it("renders once for 200 simultaneous misses", async () => {
  const cache = openPageCache(() => 0);
  let renders = 0;
  const all = await Promise.all(
    Array.from({ length: 200 }, () =>
      cache.fill("home", async () => {
        renders += 1;
        await Promise.resolve();
        return page();
      }),
    ),
  );
  expect(renders).toBe(1);
  expect(new Set(all).size).toBe(1);
});

it("drops a page at its `validUntil`, not before", async () => {
  let now = 999;
  const cache = openPageCache(() => now);
  await cache.fill("home", async () => page());
  expect(cache.get("home")).toBeDefined();
  now = 1_000;
  expect(cache.get("home")).toBeUndefined();
});

it("clears the pages of one venue and keeps the others", async () => {
  const cache = openPageCache(() => 0);
  await cache.fill("a", async () => page({ tags: ["venue:51"] }));
  await cache.fill("b", async () => page({ tags: ["venue:52"] }));
  cache.clear(["venue:51"]);
  expect(cache.get("a")).toBeUndefined();
  expect(cache.get("b")).toBeDefined();
});

it("does not cache a page if a save happened while it was rendered", async () => {
  const cache = openPageCache(() => 0);
  const gate = Promise.withResolvers<undefined>();
  const old = cache.fill("home", async () => {
    await gate.promise;
    return page({ etag: "old" });
  });
  cache.clear(["venue:51"]);
  const fresh = cache.fill("home", async () => page({ etag: "new" }));
  gate.resolve(undefined);
  expect((await old).etag).toBe("old");
  expect((await fresh).etag).toBe("new");
  expect(cache.get("home")?.etag).toBe("new");
});

it("caches a page if only another venue was saved meanwhile", async () => {
  const cache = openPageCache(() => 0);
  const gate = Promise.withResolvers<undefined>();
  const filling = cache.fill("home", async () => {
    await gate.promise;
    return page();
  });
  cache.clear(["venue:52"]);
  gate.resolve(undefined);
  await filling;
  expect(cache.get("home")).toBeDefined();
});

it("caches no redirect and no error", async () => {
  const cache = openPageCache(() => 0);
  await cache.fill("gone", async () => page({ status: 302 }));
  expect(cache.get("gone")).toBeUndefined();
});

it("renders again after a failed render", async () => {
  const cache = openPageCache(() => 0);
  await expect(cache.fill("home", async () => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  expect((await cache.fill("home", async () => page())).status).toBe(200);
});
