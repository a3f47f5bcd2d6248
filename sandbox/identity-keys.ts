import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from "jose";

/** A provider's own RSA key: what its key set publishes, and the identity tokens that it signs. Made at every start. */
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
