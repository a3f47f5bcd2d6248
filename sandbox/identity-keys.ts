import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from "jose";

/** A provider's RSA key, new at every start: its public key set, and the identity tokens it signs. */
export type IdentityKeys = ReturnType<typeof openIdentityKeys>;

export function openIdentityKeys(kid: string) {
  const pair = generateKeyPair("RS256", { extractable: true });
  return {
    async keySet(): Promise<{ keys: JWK[] }> {
      const { kty, n, e } = await exportJWK((await pair).publicKey);
      return { keys: [{ kty, n, e, kid, alg: "RS256", use: "sig" }] };
    },
    async sign(payload: JWTPayload): Promise<string> {
      return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid }).sign((await pair).privateKey);
    },
  };
}
