import { OWNER_HEADER } from "./store.ts";
import { createPublicKey, sign, type KeyObject } from "node:crypto";
import { keyedHash, p256Key } from "../../platform/cryptography.server.ts";
import { DAY_MS } from "../../platform/durations.ts";
import type { World } from "../../platform/world.ts";

/** How long a card may be shown offline. */
const LIFE_MS = 30 * DAY_MS;

/** A stable pseudonym of an account for its device. */
export function snapshotOwner(world: Pick<World, "secrets">, accountId: string): string {
  return Buffer.from(keyedHash(world, "snapshot-owner", accountId))
    .subarray(0, 16)
    .toString("base64url");
}

/** The headers stored with a cached page: its owner, its expiry, and a signature over all of it. */
export function snapshotHeaders(
  world: World,
  { owner, policy, html }: { owner: string; policy: string; html: string },
): Record<string, string> {
  const until = String(world.now().getTime() + LIFE_MS);
  const signature = sign("sha256", Buffer.from(`${owner}\n${until}\n${policy}\n${html}`), {
    key: keyOf(world),
    dsaEncoding: "ieee-p1363",
  });
  return {
    [OWNER_HEADER]: owner,
    "Snapshot-Until": until,
    "Snapshot-Signature": signature.toString("base64"),
    "Content-Security-Policy": policy,
  };
}

/** The key with which the service worker checks the signature, so that a page planted in its cache by a script is not shown. */
export function snapshotPublicKey(world: Pick<World, "secrets">): object {
  const { kty, crv, x, y } = createPublicKey(keyOf(world)).export({ format: "jwk" });
  return { kty, crv, x, y };
}

/** Derived from the installation's secrets, so that every node signs with the same key. */
function keyOf(world: Pick<World, "secrets">): KeyObject {
  const secret = Buffer.from(keyedHash(world, "snapshot-key", "P-256"));
  // The P-256 order begins with 32 one bits, so a scalar with a leading 0 bit is valid.
  secret[0] = (secret[0] ?? 0) & 0x7f;
  return p256Key(secret);
}
