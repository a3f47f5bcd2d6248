import { describe, expect, it } from "vitest";
import { clientAddress } from "./client-address.server.ts";
import { isNetwork, networkPolicy } from "./network-policy.server.ts";

const config = { trustedProxies: ["127.0.0.1", "10.0.0.1"] };

describe("the client address", () => {
  it.each([
    ["the socket's address without a proxy", "203.0.113.9", null, "203.0.113.9", "203.0.113.0/24"],
    [
      "the socket's address when a stranger sends X-Forwarded-For",
      "203.0.113.9",
      "198.51.100.1",
      "203.0.113.9",
      "203.0.113.0/24",
    ],
    ["the address that a trusted proxy forwards", "127.0.0.1", "198.51.100.1", "198.51.100.1", "198.51.100.0/24"],
    [
      "the last hop that is no trusted proxy",
      "127.0.0.1",
      "1.1.1.1, 198.51.100.7, 10.0.0.1",
      "198.51.100.7",
      "198.51.100.0/24",
    ],
    ["an IPv4 address on an IPv6 socket", "::ffff:203.0.113.9", null, "203.0.113.9", "203.0.113.0/24"],
    [
      "an IPv6 address, whose block is its first three groups",
      "2001:db8:0:1::7",
      null,
      "2001:db8:0:1::7",
      "2001:db8:0::/48",
    ],
    [
      "an IPv6 address in any spelling, with the same block",
      "2001:DB8:0000:1:2:3:4:5",
      null,
      "2001:db8:0000:1:2:3:4:5",
      "2001:db8:0::/48",
    ],
    ["the proxy's own address when it forwards no address", "127.0.0.1", "<script>", "127.0.0.1", "127.0.0.0/24"],
  ])("is %s", (_what, socket, forwarded, ip, block) => {
    expect(clientAddress(config, socket, forwarded)).toEqual({ ip, block });
  });

  it("has a block for any header value, and never throws", () => {
    for (const text of ["", ",,,", "::", "fe80::1%eth0", "1.2.3", "999.1.1.1", " 1.1.1.1 ", "[::1]", "x".repeat(8000)])
      expect(clientAddress(config, "127.0.0.1", text).block).toMatch(/\/(24|48)$/);
  });
});

describe("the network policy", () => {
  it("refuses the configured networks only", () => {
    expect(networkPolicy([])("203.0.113.9")).toBe(false);
    const isRefused = networkPolicy(["203.0.113.0/24", "2001:db8::/32"]);
    expect(["203.0.113.9", "203.0.114.9", "2001:db8:1::1", "2001:db9::1", "nonsense"].map(isRefused)).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  it("recognises a network", () => {
    expect(["10.0.0.0/8", "::/0", "10.0.0.0", "10.0.0.0/33", "x/8", "::/129", "1.1.1.1/2/3"].map(isNetwork)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
