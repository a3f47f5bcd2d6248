import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "../http/encoding.server.ts";
import { tagOf } from "../http/entity-tag.server.ts";
import { pagePolicy } from "../http/security-headers.server.ts";

/** The bytes of a cached page or its data. An encoding is made when it is first requested and is then kept. */
export type PageBytes = {
  etag: string;
  policy: string;
  identity: Buffer;
  gzip: Buffer | null;
  brotli: Buffer | null;
};

/** `media` is the origin of pictures if it differs from the page's; `scripts` are inline scripts that the page's own scripts add later. */
export type PageOptions = { media: string; scripts: string[] };

const ENTRY = /<script( nonce="[^"]*")? type="module" async="">([\s\S]*?)<\/script>/;
const QUICK = 5;
const SMALLEST = constants.BROTLI_MAX_QUALITY;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Turns a rendered document into bytes for the cache. The client entry is made inert until the boot script starts it, module preloads are
 * removed (no script competes with the hero picture), and the policy lists every inline script and style by hash.
 */
export function pageBytes(html: string, options: PageOptions): PageBytes {
  const text = makeEntryInert(html);
  const identity = Buffer.from(text);
  return {
    etag: tagOf(identity),
    policy: policyOf(text, options),
    identity,
    gzip: null,
    brotli: null,
  };
}

/** Turns the router's data of a page into bytes for the cache. Data needs no Content-Security-Policy. */
export function dataBytes(text: string): PageBytes {
  const identity = Buffer.from(text);
  const etag = tagOf(identity);
  return { etag, policy: "", identity, gzip: null, brotli: null };
}

const compressing = new WeakMap<PageBytes, Map<Encoding, Promise<Buffer>>>();

/** The page's bytes in one encoding. Concurrent requests share one compression, and its result stays with the page. */
export function bytesIn(page: PageBytes, encoding: Encoding): Promise<Buffer> {
  const ready = page[encoding];
  if (ready !== null) return Promise.resolve(ready);
  const running = compressing.get(page) ?? new Map<Encoding, Promise<Buffer>>();
  compressing.set(page, running);
  const started = running.get(encoding) ?? compress(page, encoding);
  running.set(encoding, started);
  return started;
}

async function compress(page: PageBytes, encoding: Encoding): Promise<Buffer> {
  const { identity } = page;
  if (encoding === "brotli") page.brotli = await brotliOf(identity, QUICK);
  if (encoding === "gzip") page.gzip = await compressGzip(identity, { level: 9 });
  return page[encoding] ?? identity;
}

/** Replaces the quick Brotli form by the smallest: a tenth fewer bytes for fifty times the work. */
export async function recompress(page: PageBytes): Promise<void> {
  page.brotli = await brotliOf(page.identity, SMALLEST);
}

function brotliOf(text: Buffer, quality: number): Promise<Buffer> {
  return compressBrotli(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

/** Compresses an answer that is not cached, for speed: a hundredth of the work for a third more bytes. */
export async function compressedOnce(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "brotli")
    return compressBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 1,
        // A window of 256 KiB holds the whole page; the default one costs more to set up than it saves.
        [constants.BROTLI_PARAM_LGWIN]: 18,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    });
  return encoding === "gzip" ? compressGzip(body, { level: 3 }) : body;
}

const PRELOAD = /<link rel="modulepreload"[^>]*href="([^"]*)"[^>]*>/g;

/**
 * Makes the client entry inert. React Router ends a page with one module script that loads React; it becomes plain text, with the
 * addresses of the modules that may be prefetched.
 */
export function makeEntryInert(html: string): string {
  const modules = [...html.matchAll(PRELOAD)].map(([, href]) => href ?? "");
  return html
    .replaceAll(PRELOAD, "")
    .replace(
      ENTRY,
      (_whole, nonce: string | undefined, code: string) =>
        `<script id="entry" type="text/plain"${nonce ?? ""} data-modules="${modules.join(" ")}">${code}</script>`,
    );
}

/** The policy of a finished document: the hashes of all inline scripts and styles. */
function policyOf(html: string, { media, scripts }: PageOptions): string {
  return pagePolicy({
    scripts: [...inlineTexts(html, "script").filter((text) => text !== ""), ...scripts],
    styles: inlineTexts(html, "style"),
    media,
  });
}

function inlineTexts(html: string, tag: "script" | "style"): string[] {
  const texts: string[] = [];
  for (const [, attributes = "", text = ""] of html.matchAll(
    new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, "g"),
  )) {
    if (!/\ssrc=|type="application\/(ld\+)?json"/.test(attributes)) texts.push(text);
  }
  return texts;
}
