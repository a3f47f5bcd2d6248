import { expect, it } from "vitest";
import { clientAddress } from "./client-address.server.ts";
import { openNetworkLimit } from "./network-limit.server.ts";

const at = (ip: string) => clientAddress({ trustedProxies: [] }, ip, null);

function opened() {
  let now = 0;
  const limit = openNetworkLimit(() => new Date(now));
  const wait = (ms: number) => (now += ms);
  const spend = (ip: string, times: number) => Array.from({ length: times }, () => limit.take(at(ip)));
  return { limit, wait, spend };
}

it("lets a network have 300 pages at once, then 20 a second", () => {
  const { limit, wait, spend } = opened();
  expect(new Set(spend("203.0.113.1", 300))).toEqual(new Set([0]));
  expect(limit.take(at("203.0.113.2"))).toBe(1);
  wait(1_000);
  expect(spend("203.0.113.3", 21).filter((seconds) => seconds > 0)).toHaveLength(1);
  wait(3_600_000);
  expect(spend("203.0.113.1", 301).filter((seconds) => seconds > 0)).toHaveLength(1);
});

it("counts a /24 of IPv4 and a /48 of IPv6 as one network, and others apart", () => {
  const { limit, spend } = opened();
  spend("203.0.113.1", 300);
  spend("2001:db8:1::1", 300);
  expect(limit.take(at("203.0.113.255"))).toBe(1);
  expect(limit.take(at("2001:db8:1:ffff::9"))).toBe(1);
  expect(limit.take(at("203.0.114.1"))).toBe(0);
  expect(limit.take(at("2001:db8:2::1"))).toBe(0);
});

it("has room for cheap requests longer, and says when there is room for an expensive one", () => {
  const { limit, spend } = opened();
  spend("203.0.113.1", 299);
  expect(limit.take(at("203.0.113.1"), 60)).toBe(3);
  for (let time = 0; time < 5; time += 1) expect(limit.take(at("203.0.113.1"), 0.2)).toBe(0);
  expect(limit.take(at("203.0.113.1"), 0.2)).toBe(1);
});

it("notices a network that goes on without waiting after 300 refusals, until it pauses", () => {
  const { limit, wait } = opened();
  const delayed = (ip: string, times: number) =>
    Array.from({ length: times }, () => limit.keepsRetrying(at(ip))).filter(Boolean).length;
  expect([delayed("203.0.113.1", 300), delayed("203.0.113.2", 5), delayed("203.0.114.1", 300)]).toEqual([0, 5, 0]);
  wait(1_000);
  expect(delayed("203.0.113.1", 21)).toBe(1);
  wait(15_000);
  expect(delayed("203.0.113.1", 300)).toBe(0);
});

it("does not limit this machine, nor break where the clock is set back", () => {
  const { wait, spend } = opened();
  for (const ip of ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"]) expect(spend(ip, 400)).not.toContain(1);
  spend("203.0.113.1", 300);
  wait(-5_000);
  expect(spend("203.0.113.1", 1)).toEqual([1]);
});
