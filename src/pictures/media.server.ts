import { Hono } from "hono";
import { parseAccept } from "hono/utils/accept";
import { namesTag } from "../platform/http/entity-tag.server.ts";
import { LRUCache } from "lru-cache";
import { coverVersion } from "../ui/pictures/source.ts";
import { pictureProperties, storedVariant, type PictureProperties } from "./queries.server.ts";
import { readVariantRequest, variantFor, type PictureFormat, type VariantSize } from "../ui/pictures/variants.ts";
import { focalOf, makeVariant, variantIdentity, type PictureWorld } from "./pictures.server.ts";

/** The encoder is shared with encoder/variant-maker.server.ts. */
export type MediaDeps = PictureWorld;

/** Bytes of the variants cached in memory. */
const HOT_BYTES = 64 * 1024 * 1024;
const KEY = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const KEY_LENGTH_MAX = 100;
/** Number of characters of the hash that stand in addresses as `v`. */
const VERSION_LENGTH = 8;

type Variant = { identity: string; format: PictureFormat; body: Uint8Array<ArrayBuffer> };

/**
 * `GET /media/{key}?width=900` and `?cover=1920x1080`, on every host. The format follows `Accept`: AVIF where it is
 * ready, else WebP, else JPEG. Answers are immutable. Our pages add `v`, the first characters of the picture's hash, so
 * a replaced picture has a new address. An old `v` gets the current picture with `no-cache`. Anything else is a 404
 * with a plain tile as its picture.
 */
export function mediaRoutes(deps: MediaDeps): Hono {
  const shelf = openShelf(deps);
  const app = new Hono();
  app.get("/media/:key", async (c) => {
    const query = new URL(c.req.url).searchParams;
    const request = readVariantRequest(query);
    const properties = request && (await knownPicture(deps, c.req.param("key")));
    if (request === undefined || properties === undefined) return missing();
    const size = variantFor(request, properties.width);
    const variant = await firstVariant(shelf, properties, size, acceptedFormats(c.req.header("Accept") ?? ""));
    if (variant === undefined) return missing();
    return answer(variant, isCurrent(query.getAll("v"), properties, size), c.req.header("If-None-Match"));
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

/** Variants by identity (see variantIdentity), so a replaced picture never answers for the new one. */
type Shelf = {
  take(properties: PictureProperties, size: VariantSize, format: PictureFormat): Promise<Variant | undefined>;
};

/**
 * Reads a variant from memory, else from the database, else makes it; simultaneous requests share one job. A missing
 * AVIF is never made here: the variant maker does it later, and WebP is quick enough.
 */
function openShelf(deps: MediaDeps): Shelf {
  const hot = new LRUCache<string, Variant>({
    maxSize: HOT_BYTES,
    sizeCalculation: ({ body, identity }) => body.length + identity.length + 1,
  });
  const coming = new Map<string, Promise<Variant | undefined>>();

  async function fetch(
    properties: PictureProperties,
    size: VariantSize,
    format: PictureFormat,
  ): Promise<Variant | undefined> {
    const identity = variantIdentity(properties, size, format);
    const stored =
      (await storedVariant(deps.database.db, properties, { rung: size.name, format })) ??
      (format === "avif" ? undefined : await makeVariant(deps, { properties, size, format, isUrgent: true }));
    if (stored === undefined) return undefined;
    const variant = { identity, format, body: new Uint8Array(stored.body) };
    hot.set(identity, variant);
    return variant;
  }

  return {
    async take(properties, size, format) {
      const identity = variantIdentity(properties, size, format);
      const ready = hot.get(identity) ?? coming.get(identity);
      if (ready !== undefined) return ready;
      const fetched = fetch(properties, size, format).finally(() => coming.delete(identity));
      coming.set(identity, fetched);
      return fetched;
    },
  };
}

async function knownPicture({ database }: MediaDeps, key: string): Promise<PictureProperties | undefined> {
  return key.length <= KEY_LENGTH_MAX && KEY.test(key) ? pictureProperties(database.db, key) : undefined;
}

async function firstVariant(
  shelf: Shelf,
  properties: PictureProperties,
  size: VariantSize,
  formats: PictureFormat[],
): Promise<Variant | undefined> {
  for (const format of formats) {
    const variant = await shelf.take(properties, size, format);
    if (variant !== undefined) return variant;
  }
  return undefined;
}

/** Formats to try, best first. A wildcard does not count: programs that know no AVIF send it. */
function acceptedFormats(header: string): PictureFormat[] {
  const accepted = new Set(parseAccept(header).flatMap(({ type, q }) => (q > 0 ? [type.toLowerCase()] : [])));
  return (["avif", "webp", "jpeg"] as const).filter((format) => format === "jpeg" || accepted.has(`image/${format}`));
}

function isCurrent([version, ...more]: string[], properties: PictureProperties, size: VariantSize): boolean {
  const head = properties.sha256.slice(0, VERSION_LENGTH);
  if (version === undefined) return true;
  return (
    more.length === 0 &&
    version === (size.kind === "cover" ? coverVersion({ version: head, ...focalOf(properties) }) : head)
  );
}

/** Headers that let a browser show the picture on any site and do nothing else with it. */
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
  if (namesTag(known, headers.ETag)) return new Response(null, { status: 304, headers });
  return new Response(body, {
    headers: { ...headers, "Content-Type": `image/${format}`, "Content-Length": String(body.length) },
  });
}

/** Shown in place of a missing picture: a dark tile with a drawn lamp, so that the page does not look broken. */
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
