import { Hono } from "hono";
import { LRUCache } from "lru-cache";
import { coverVersion } from "../ui/pictures/source.ts";
import { pictureFacts, type PictureFacts } from "./queries.server.ts";
import { readRungRequest, rungFor, type PictureFormat, type Rung } from "../ui/pictures/variants.ts";
import { findVariant, focalOf, makeVariant, variantIdentity, type PictureWorkshop } from "./pictures.server.ts";

/** What the pictures' addresses need; `encoder` is shared with the ladder (picture-encoder-ladder.server.ts). */
export type MediaDeps = PictureWorkshop;

/** Bytes of the variants that are kept at hand. */
const HOT_BYTES = 64 * 1024 * 1024;
const KEY = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const KEY_LENGTH_MAX = 100;
/** Length of the hash's head that stands in addresses as `v`. */
const VERSION_LENGTH = 8;

type Variant = { identity: string; format: PictureFormat; body: Uint8Array<ArrayBuffer> };

/**
 * `GET /media/{key}?width=900` and `?cover=1920x1080`, on every host. The format follows `Accept`: AVIF where it is ready,
 * else WebP, else JPEG. The answer is good for ever; our own pages say by `v`, the head of the picture's hash, which picture
 * they mean, so a replaced one has another address. An old `v` gets the current picture, to be asked for again. Whatever is no picture is a 404 with a quiet tile to look at.
 */
export function mediaRoutes(deps: MediaDeps): Hono {
  const shelf = openShelf(deps);
  const app = new Hono();
  app.get("/media/:key", async (c) => {
    const query = new URL(c.req.url).searchParams;
    const request = readRungRequest(query);
    const facts = request && (await knownPicture(deps, c.req.param("key")));
    if (request === undefined || facts === undefined) return missing();
    const rung = rungFor(request, facts.width);
    const variant = await firstVariant(shelf, facts, rung, acceptedFormats(c.req.header("Accept") ?? ""));
    if (variant === undefined) return missing();
    return answer(variant, isCurrent(query.getAll("v"), facts, rung), c.req.header("If-None-Match"));
  });
  app.get("/media/*", () => missing());
  app.all(
    "/media/*",
    () =>
      new Response("Method not allowed", {
        status: 405,
        headers: { Allow: "GET, HEAD", ...PROTECTION, "Content-Type": "text/plain" },
      }),
  );
  return app;
}

/** Variants by what they are made of, so a replaced picture never answers for the new one. */
type Shelf = { take(facts: PictureFacts, rung: Rung, format: PictureFormat): Promise<Variant | undefined> };

/**
 * From memory, else from the database, else freshly made, where many who ask for the same wait for one. A missing AVIF
 * is never waited for: the ladder makes it later, and WebP is here now.
 */
function openShelf(deps: MediaDeps): Shelf {
  const hot = new LRUCache<string, Variant>({
    maxSize: HOT_BYTES,
    sizeCalculation: ({ body, identity }) => body.length + identity.length + 1,
  });
  const coming = new Map<string, Promise<Variant | undefined>>();

  async function fetch(facts: PictureFacts, rung: Rung, format: PictureFormat): Promise<Variant | undefined> {
    const identity = variantIdentity(facts, rung, format);
    const stored =
      (await findVariant(deps, facts, rung, format)) ??
      (format === "avif" ? undefined : await makeVariant(deps, { facts, rung, format, isUrgent: true }));
    if (stored === undefined) return undefined;
    const variant = { identity, format, body: new Uint8Array(stored.body) };
    hot.set(identity, variant);
    return variant;
  }

  return {
    async take(facts, rung, format) {
      const identity = variantIdentity(facts, rung, format);
      const ready = hot.get(identity) ?? coming.get(identity);
      if (ready !== undefined) return ready;
      const fetched = fetch(facts, rung, format).finally(() => coming.delete(identity));
      coming.set(identity, fetched);
      return fetched;
    },
  };
}

async function knownPicture({ database }: MediaDeps, key: string): Promise<PictureFacts | undefined> {
  return key.length <= KEY_LENGTH_MAX && KEY.test(key) ? pictureFacts(database.db, key) : undefined;
}

async function firstVariant(
  shelf: Shelf,
  facts: PictureFacts,
  rung: Rung,
  formats: PictureFormat[],
): Promise<Variant | undefined> {
  for (const format of formats) {
    const variant = await shelf.take(facts, rung, format);
    if (variant !== undefined) return variant;
  }
  return undefined;
}

/** Formats to try, best first. Only a format that is named counts: the wildcard is said by readers that know no AVIF. */
function acceptedFormats(accept: string): PictureFormat[] {
  const named = accept
    .toLowerCase()
    .split(",")
    .map((range) => range.split(";").map((part) => part.trim()));
  const accepts = (type: string) =>
    named.some(
      ([name, ...parameters]) => name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)),
    );
  return [
    ...(accepts("image/avif") ? ["avif" as const] : []),
    ...(accepts("image/webp") ? ["webp" as const] : []),
    "jpeg",
  ];
}

function isCurrent([version, ...more]: string[], facts: PictureFacts, rung: Rung): boolean {
  const head = facts.sha256.slice(0, VERSION_LENGTH);
  if (version === undefined) return true;
  return (
    more.length === 0 && version === (rung.kind === "cover" ? coverVersion({ version: head, ...focalOf(facts) }) : head)
  );
}

/** A picture can do nothing in a browser but be looked at, from any site (T35). */
const PROTECTION = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

function answer({ identity, format, body }: Variant, isImmutable: boolean, known: string | undefined): Response {
  const headers = {
    ...PROTECTION,
    ETag: `"${identity}"`,
    Vary: "Accept",
    "Cache-Control": isImmutable ? "public, max-age=31536000, immutable" : "public, no-cache",
  };
  if (known !== undefined && isKnown(known, headers.ETag)) return new Response(null, { status: 304, headers });
  return new Response(body, {
    headers: { ...headers, "Content-Type": `image/${format}`, "Content-Length": String(body.length) },
  });
}

/** If-None-Match compares weakly: a proxy that compressed the answer made the tag weak. */
function isKnown(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}

/** The house's horizon on a night tile, so that a page with a picture missing does not look broken. */
const MISSING_TILE = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900" viewBox="0 0 1600 900" preserveAspectRatio="xMidYMid slice">',
  '<path fill="#14100d" d="M0 0h1600v900H0z"/>',
  '<g fill="none" stroke="#cfae72" stroke-width="2">',
  '<path stroke-opacity=".55" d="M560 470h480"/>',
  '<path stroke-opacity=".3" d="M800 440v-90M850 450l45-78M750 450l-45-78M886 461l78-45M714 461l-78-45"/>',
  "</g></svg>",
].join("");

function missing(): Response {
  return new Response(MISSING_TILE, {
    status: 404,
    headers: {
      ...PROTECTION,
      "Content-Type": "image/svg+xml",
      "Cache-Control": "no-cache",
      "Content-Length": String(MISSING_TILE.length),
    },
  });
}
