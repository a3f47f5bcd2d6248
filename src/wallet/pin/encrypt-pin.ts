type Offer = { jwk: JsonWebKey; challenge: string };

/**
 * Encrypts a PIN: RSA-OAEP with SHA-256 over the JSON `{pin, site_id, challenge}`, as base64url. The challenge is valid
 * once within a minute, so the key is fetched for every PIN. Returns the failed response if the key cannot be fetched.
 */
export async function encryptPin(pin: string, siteId: number): Promise<string | Response> {
  const answer = await fetch("/api/pin-key", { cache: "no-store", signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) return answer;
  const { data } = (await answer.json()) as { data: Offer };
  const algorithm = { name: "RSA-OAEP", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("jwk", data.jwk, algorithm, false, ["encrypt"]);
  const content = new TextEncoder().encode(JSON.stringify({ pin, site_id: siteId, challenge: data.challenge }));
  return base64url(new Uint8Array(await crypto.subtle.encrypt(algorithm, key, content)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
