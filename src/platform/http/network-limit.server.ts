import { LRUCache } from "lru-cache";
import type { ClientAddress } from "./client-address.server.ts";

/**
 * What the requests of one network may cost a node, where rendering a page costs 1: this much at once, and then this much a second. A
 * page takes some 20 ms of one processor. A casino's guests share one network, and most of what they open is cached and costs nothing.
 */
const BURST = 300;
const RATE_PER_SECOND = 20;
const NETWORKS_MAX = 20_000;

/**
 * Limits what one network (IPv4 /24, IPv6 /48) costs this node. It is kept in memory, because counting in the database would cost
 * more than many a page. This machine itself has no limit: a proxy whose forwarded addresses are not trusted would otherwise share one
 * among all visitors.
 */
export function openNetworkLimit(now: () => Date) {
  const costs = openBuckets(now);
  const refusals = openBuckets(now);

  return {
    /** Takes the cost of one request. Returns 0, or after how many seconds it is allowed. */
    take({ ip, block }: ClientAddress, cost = 1): number {
      const lacking = isLoopback(ip) ? 0 : costs.take(block, cost);
      return lacking === 0 ? 0 : Math.max(1, Math.ceil(lacking / RATE_PER_SECOND));
    },
    /** Counts a refusal, which has a cost too. True once the network has had so many that it evidently retries without waiting. */
    keepsRetrying({ block }: ClientAddress): boolean {
      return refusals.take(block, 1) > 0;
    },
  };
}

/** A token bucket for each network: it holds BURST at most and is refilled by RATE_PER_SECOND. */
function openBuckets(now: () => Date) {
  const networks = new LRUCache<string, { left: number; at: number }>({ max: NETWORKS_MAX });

  return {
    /** Takes an amount and returns 0, or takes nothing and returns how much is lacking. */
    take(network: string, amount: number): number {
      const at = now().getTime();
      const known = networks.get(network) ?? { left: BURST, at };
      const left = Math.min(BURST, known.left + (Math.max(0, at - known.at) / 1000) * RATE_PER_SECOND);
      const isAllowed = left >= amount;
      networks.set(network, { left: isAllowed ? left - amount : left, at });
      return isAllowed ? 0 : amount - left;
    },
  };
}

function isLoopback(ip: string): boolean {
  return ip === "::1" || ip.startsWith("127.");
}
