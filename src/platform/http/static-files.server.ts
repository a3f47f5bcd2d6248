import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants } from "node:zlib";
import { tagOf } from "./entity-tag.ts";

/**
 * The built files for the browser, kept in memory. The first request for a file gets it compressed quickly; later requests get the
 * smallest form, which is made in the background.
 */
export type StaticFiles = { find: (path: string) => StaticFile | undefined };
export type StaticFile = {
  type: string;
  etag: string;
  isHashed: boolean;
  identity: Buffer;
  brotli: () => Buffer | null;
};

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".wasm": "application/wasm",
};

/** The directories of the two previous builds, whose hashed files pages that are still open need. */
const EARLIER = ["../../build-earlier/2", "../../build-earlier/1"];

/**
 * Opens the files below `dir`, and the hashed files of the two previous builds. Only files that exist at start are ever served, so no
 * path can lead outside.
 */
export function openStaticFiles(dir: string): StaticFiles {
  const files = new Map<string, () => StaticFile>();
  for (const root of [...EARLIER.map((earlier) => join(dir, earlier)).filter(existsSync), dir])
    for (const path of filesBelow(root))
      files.set(
        `/${relative(root, path)}`,
        madeOnce(
          TYPES[extname(path)] ?? "application/octet-stream",
          () => readFileSync(path),
          /-[\w-]{8,}\.\w+$/.test(path),
        ),
      );
  return { find: (path) => files.get(path)?.() };
}

/** Answers with a file, or with 304 where the caller has it already. */
export function staticAnswer(file: StaticFile | undefined, accept = "", known = ""): Response {
  if (file === undefined) return new Response("Not found", { status: 404 });
  const brotli = /\bbr\b/.test(accept) ? file.brotli() : null;
  const headers: Record<string, string> = {
    "Content-Type": file.type,
    "Cache-Control": file.isHashed ? "public, max-age=31536000, immutable" : "no-cache",
    ETag: `"${file.etag}${brotli === null ? "" : "-br"}"`,
    Vary: "Accept-Encoding",
    ...(brotli === null ? {} : { "Content-Encoding": "br" }),
  };
  if (known.includes(`"${file.etag}`)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(brotli ?? file.identity), { headers });
}

const QUICK = 5;
const press = promisify(brotliCompress);

/** A file whose bytes and ETag are made when it is first asked for. A hashed name stands for its content for ever. */
export function madeOnce(type: string, make: () => Buffer, isHashed = false): () => StaticFile {
  let file: StaticFile | undefined;
  return () => (file ??= staticFile(type, isHashed, make()));
}

function staticFile(type: string, isHashed: boolean, identity: Buffer): StaticFile {
  const squeezes = /^(text|image\/svg|application\/json)/.test(type);
  let brotli: Buffer | null | undefined;
  const compressed = () => {
    void smallest(identity).then((bytes) => (brotli = bytes));
    return brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK } });
  };
  return {
    type,
    etag: tagOf(identity),
    isHashed,
    identity,
    brotli: () => (brotli === undefined ? (brotli = squeezes ? compressed() : null) : brotli),
  };
}

let last: Promise<unknown> = Promise.resolve();

/** Compresses one file at a time. */
function smallest(identity: Buffer): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  const made = last.then(() => press(identity, { params }));
  last = made;
  return made;
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    return statSync(path).isDirectory() ? (name === ".vite" ? [] : filesBelow(path)) : [path];
  });
}
