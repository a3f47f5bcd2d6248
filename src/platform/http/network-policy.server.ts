import { BlockList, isIP } from "node:net";

/** True for `address/prefix` of either family. */
export function isNetwork(text: string): boolean {
  const [address = "", prefix = "", more] = text.split("/");
  const family = isIP(address);
  return family !== 0 && more === undefined && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

/** Returns a function that tells whether an address is in one of the networks. */
export function networkPolicy(networks: readonly string[]): (ip: string) => boolean {
  const denied = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    denied.addSubnet(address, Number(prefix), isIP(address) === 4 ? "ipv4" : "ipv6");
  }
  return (ip) => isIP(ip) !== 0 && denied.check(ip, isIP(ip) === 4 ? "ipv4" : "ipv6");
}
