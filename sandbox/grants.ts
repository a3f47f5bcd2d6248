import type { Claims, SocialName } from "./people.ts";

export type Grant = {
  provider: SocialName;
  claims: Claims;
  clientId: string;
  redirectUri: string;
  nonce: string | null;
  endsAt: number;
};
/** A person who has signed in to the site with a provider. */
export type SignedIn = { provider: SocialName; sub: string; name: string; email: string | null };
type Access = { provider: SocialName; claims: Claims; clientId: string; endsAt: number };
export type Grants = ReturnType<typeof openGrants>;

const CODE_LIFE_MS = 300_000;
const TOKEN_LIFE_MS = 3_600_000;
const KEPT = 10_000;

/** Authorization codes (valid once, five minutes), access tokens (one hour) and revoked access. */
export function openGrants(now: () => Date, newToken: () => string) {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Access>();
  const refreshTokens = new Map<string, Access>();
  const signedIn = new Map<string, SignedIn>();
  const revoked: { provider: SocialName; sub: string; revoked_at: string }[] = [];

  return {
    code(grant: Omit<Grant, "endsAt">): string {
      const code = newToken();
      keep(codes, code, { ...grant, endsAt: now().getTime() + CODE_LIFE_MS });
      return code;
    },
    redeem(provider: SocialName, code: string, clientId: string, redirectUri: string): Grant | null {
      const grant = codes.get(code);
      codes.delete(code);
      const isGood =
        grant?.provider === provider &&
        grant.clientId === clientId &&
        grant.redirectUri === redirectUri &&
        grant.endsAt > now().getTime();
      return isGood ? grant : null;
    },
    access(provider: SocialName, prefix: string, granted: Claims, clientId: string): string {
      const token = `${prefix}${newToken()}`;
      keep(tokens, token, { provider, claims: granted, clientId, endsAt: now().getTime() + TOKEN_LIFE_MS });
      const { sub, given_name: given, family_name: family, email = null } = granted;
      const name = [given, family].filter(Boolean).join(" ");
      keep(signedIn, `${provider} ${sub}`, { provider, sub, name, email });
      return token;
    },
    /** The access that a valid token gives. */
    accessOf(provider: SocialName, token: string): Access | null {
      const access = tokens.get(token);
      return access?.provider === provider && access.endsAt > now().getTime() ? access : null;
    },
    refresh(provider: SocialName, granted: Claims, clientId: string): string {
      const token = `r.${newToken()}`;
      keep(refreshTokens, token, { provider, claims: granted, clientId, endsAt: Infinity });
      return token;
    },
    revokeRefresh(provider: SocialName, token: string): void {
      const access = refreshTokens.get(token);
      if (access?.provider !== provider) return;
      refreshTokens.delete(token);
      revoked.unshift({ provider, sub: access.claims.sub, revoked_at: now().toISOString() });
    },
    revokeSubject(provider: SocialName, sub: string): void {
      for (const [token, access] of tokens)
        if (access.provider === provider && access.claims.sub === sub) tokens.delete(token);
      revoked.unshift({ provider, sub, revoked_at: now().toISOString() });
    },
    revoked: () => revoked.slice(0, 100),
    signedIn: () => [...signedIn.values()].slice(-100).toReversed(),
  };
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const oldest = map.keys().next().value;
  if (map.size > KEPT && oldest !== undefined) map.delete(oldest);
}
