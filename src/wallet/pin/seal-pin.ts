type Offer = { jwk: JsonWebKey; challenge: string };

/**
 * The sealed box of G128: RSA-OAEP-256 over `{pin, site_id, challenge}`, as base64url. The challenge is this session's, good once within a
 * minute, so it is asked for with every PIN. Gives the answer instead where there is no key to be had.
 */
export async function sealPin(pin: string, siteId: number): Promise<string | Response> {
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
