import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** The built files of the browser, kept in memory with their compressed form made at the first request. */
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
  ".webp": "image/webp",
  ".wasm": "application/wasm",
};

/** Directories beside the built one that hold the hashed files of the two builds before it, for pages that are still open. */
const EARLIER = ["../../build-earlier/2", "../../build-earlier/1"];

/**
 * Opens the files below `dir`, and the hashed files of the two builds before it. What stands there at start is all that is ever
 * served, so no path can lead outside.
 */
export function openStaticFiles(dir: string): StaticFiles {
  const files = new Map<string, () => StaticFile>();
  for (const root of [...EARLIER.map((earlier) => join(dir, earlier)).filter(existsSync), dir])
    for (const path of filesBelow(root))
      files.set(
        `/${relative(root, path)}`,
        once(() => staticFile(path, readFileSync(path))),
      );
  return { find: (path) => files.get(path)?.() };
}

function once(make: () => StaticFile): () => StaticFile {
  let file: StaticFile | undefined;
  return () => (file ??= make());
}

function staticFile(path: string, identity: Buffer): StaticFile {
  const type = TYPES[extname(path)] ?? "application/octet-stream";
  const squeezes = /^(text|image\/svg)/.test(type);
  let brotli: Buffer | null | undefined;
  return {
    type,
    etag: createHash("sha256").update(identity).digest("base64url").slice(0, 22),
    isHashed: /-[\w-]{8,}\.\w+$/.test(path),
    identity,
    brotli: () =>
      (brotli ??= squeezes ? brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }) : null),
  };
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    return statSync(path).isDirectory() ? (name === ".vite" ? [] : filesBelow(path)) : [path];
  });
}
