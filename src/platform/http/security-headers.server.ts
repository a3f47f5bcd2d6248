import { hash } from "node:crypto";
import type { Config } from "../settings/config.server.ts";
import type { World } from "../world.ts";
import { ERROR_PAGE_STYLE } from "./error-page.ts";

/** The headers of every response, errors included. Pages replace the policy by their own; everything else may load and frame nothing. */
export function securityHeaders({ publicScheme }: Pick<Config, "publicScheme">): [string, string][] {
  const headers: [string, string][] = [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"],
    ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"],
    ["Permissions-Policy", "camera=(self), microphone=(), geolocation=(), payment=(), usb=()"],
  ];
  const strict: [string, string] = ["Strict-Transport-Security", "max-age=63072000; includeSubDomains"];
  return publicScheme === "https" ? [...headers, strict] : headers;
}

/** The policy of a cached page. It lists inline scripts and styles by hash, since a nonce would have to differ for every answer. */
export function pagePolicy({ scripts, styles, media }: { scripts: string[]; styles: string[]; media: string }): string {
  return documentPolicy(hashesOf(scripts), hashesOf(styles), media);
}

function hashesOf(texts: string[]): string {
  return [...new Set(texts)].map((text) => `'sha256-${hash("sha256", text, "base64")}'`).join(" ");
}

/** What marks the inline scripts and styles of one answer as ours. */
export function newNonce(world: Pick<World, "random">): string {
  return Buffer.from(world.random(16)).toString("base64");
}

/** The policy of a page made for one answer: its inline scripts and styles carry the nonce. `app` is the native app's URL scheme. */
export function noncePolicy({ nonce, media, app, hasWasm = false }: NoncePolicy): string {
  const scripts = `'nonce-${nonce}'${hasWasm ? " 'wasm-unsafe-eval'" : ""}`;
  return documentPolicy(scripts, `'nonce-${nonce}'`, media, app === undefined ? "" : ` ${app}:`);
}

/** `hasWasm` allows compiling WebAssembly. */
type NoncePolicy = { nonce: string; media: string; app?: string | undefined; hasWasm?: boolean };
/**
 * The policy of a page in edit mode. Editor.js writes markup by `innerHTML`, so Trusted Types are disabled, on this page only. The page
 * may frame the site, to show what a visitor sees.
 */
export function editingPolicy({ nonce, media }: { nonce: string; media: string }): string {
  const own = `'nonce-${nonce}'`;
  const policy = documentPolicy(own, own, media)
    .split("; ")
    .filter((line) => !/trusted-types/.test(line));
  return [...policy.map((line) => (line.startsWith("img-src") ? `${line} blob:` : line)), "frame-src 'self'"].join(
    "; ",
  );
}

/** The policy of a page of the desk: it may frame the site, to show what a visitor would see. */
export function deskPolicy({ nonce, media }: { nonce: string; media: string }): string {
  return `${noncePolicy({ nonce, media })}; frame-src 'self'`;
}

/** Allows this site to frame a page, for an operator's preview. */
export function framedPolicy(policy: string): string {
  return policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
}

/** `formTargets` are additional URL schemes to which the answer to a form may redirect. */
function documentPolicy(scripts: string, styles: string, media: string, formTargets = ""): string {
  return [
    "default-src 'none'",
    `script-src 'strict-dynamic' ${scripts}`,
    `style-src 'self' ${styles}`,
    `img-src 'self' data:${media === "" ? "" : ` ${media}`}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self'${formTargets}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types baize",
  ].join("; ");
}

/** The policy of the page that logs an operator in: an error page with a style and a script of its own, and calls to this site. */
export function loginPagePolicy({ nonce, style }: { nonce: string; style: string }): string {
  return `${scriptlessPolicy(ERROR_PAGE_STYLE, style)}; script-src 'nonce-${nonce}'; connect-src 'self'; require-trusted-types-for 'script'`;
}

export const errorPagePolicy = (): string => scriptlessPolicy(ERROR_PAGE_STYLE);

/** The policy of a page with its own styles and no script. */
export function scriptlessPolicy(...styles: string[]): string {
  return `default-src 'none'; style-src ${hashesOf(styles)}; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
}
