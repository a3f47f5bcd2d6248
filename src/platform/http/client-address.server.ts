import { isIPv4, isIPv6 } from "node:net";
import type { Config } from "../settings/config.server.ts";

/** Where a request comes from: the address for the network policy, its block for limits. */
export type ClientAddress = { ip: string; block: string };

/**
 * The address of the client: the socket's, or, if that is a trusted proxy, the last one of `X-Forwarded-For` that is not. What a client
 * writes into that header stands further left and is never trusted. A request without a socket counts as local.
 */
export function clientAddress(
  { trustedProxies }: Pick<Config, "trustedProxies">,
  socketAddress: string | undefined,
  forwardedFor: string | null | undefined,
): ClientAddress {
  const trusted = new Set(trustedProxies.map(plain));
  const hops = (forwardedFor ?? "").split(",").map((hop) => plain(hop.trim()));
  let ip = plain(socketAddress ?? "127.0.0.1");
  for (let hop = hops.pop(); trusted.has(ip) && hop !== undefined && isAddress(hop); hop = hops.pop()) ip = hop;
  return { ip, block: blockOf(ip) };
}

/** True for the socket of a trusted proxy. */
export function isTrustedProxy({ trustedProxies }: Pick<Config, "trustedProxies">, socketAddress = ""): boolean {
  return trustedProxies.some((proxy) => plain(proxy) === plain(socketAddress));
}

/**
 * The network of an address: IPv4 by /24, the 256 addresses among which a provider may move its customer; IPv6 by /48, all those that
 * one customer may choose from.
 */
function blockOf(ip: string): string {
  if (isIPv4(ip)) return `${ip.split(".").slice(0, 3).join(".")}.0/24`;
  if (isIPv6(ip)) return `${groupsOf(ip).slice(0, 3).join(":")}::/48`;
  return "unknown";
}

/** The eight groups without leading zeros. The URL parser normalises every spelling. */
function groupsOf(ip: string): string[] {
  const [address = ""] = ip.split("%");
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = short.split("::");
  const before = head === "" ? [] : head.split(":");
  if (tail === undefined) return before;
  const behind = tail === "" ? [] : tail.split(":");
  return [...before, ...Array.from({ length: 8 - before.length - behind.length }, () => "0"), ...behind];
}

function isAddress(text: string): boolean {
  return isIPv4(text) || (isIPv6(text) && !text.includes("%"));
}

/** An IPv4 address on an IPv6 socket (::ffff:1.2.3.4) is written as an IPv4 address. */
function plain(ip: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip.toLowerCase();
}
