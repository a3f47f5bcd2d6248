import type { Book } from "./book.ts";
import type { Journal } from "./journal.ts";
import type { Claims, SocialName } from "./people.ts";
import { venueOfUrl } from "./venues.ts";

export type Grant = {
  provider: SocialName;
  claims: Claims;
  clientId: string;
  redirectUri: string;
  nonce: string | null;
  endsAt: number;
};
/** A person who has logged in to the site with a provider. */
export type LoggedIn = { provider: SocialName; sub: string; name: string; email: string | null };
export type Access = { provider: SocialName; claims: Claims; clientId: string; endsAt: number };
type RefreshAccess = Omit<Access, "endsAt">;
export type Revoked = { provider: SocialName; sub: string; revoked_at: string };
export type Grants = ReturnType<typeof openGrants>;

const CODE_LIFE_MS = 300_000;
const TOKEN_LIFE_MS = 3_600_000;
const KEPT = 10_000;
/** How many of each survive a restart. */
const KEPT_ON_DISK = 500;

type Stored = {
  codes: [string, Grant][];
  tokens: [string, Access][];
  refreshTokens: [string, RefreshAccess][];
  signedIn: [string, LoggedIn][];
  revoked: Revoked[];
};
type GrantsOptions = { book: Book; journal: Journal; now: () => Date; newToken: () => string };

/** Authorization codes (valid once, five minutes), access tokens (one hour) and revoked access, of which the newest survive a restart. */
export function openGrants({ book, journal, now, newToken }: GrantsOptions) {
  const { codes, tokens, refreshTokens, loggedIn, revoked, keep, save } = openMemory(book);

  function noteRevoked(provider: SocialName, sub: string): void {
    revoked.unshift({ provider, sub, revoked_at: now().toISOString() });
    save();
  }

  return {
    code(grant: Omit<Grant, "endsAt">): string {
      const code = newToken();
      keep(codes, code, { ...grant, endsAt: now().getTime() + CODE_LIFE_MS });
      return code;
    },
    redeem(provider: SocialName, code: string, clientId: string, redirectUri: string): Grant | null {
      const grant = codes.get(code);
      codes.delete(code);
      save();
      if (!isFor(grant, { provider, clientId, redirectUri }) || grant.endsAt <= now().getTime()) return null;
      journal.tell("sign_in", { facts: { provider, name: nameOf(grant.claims) }, venue: venueOfUrl(redirectUri) });
      return grant;
    },
    access(provider: SocialName, prefix: string, granted: Claims, clientId: string): string {
      const token = `${prefix}${newToken()}`;
      keep(tokens, token, { provider, claims: granted, clientId, endsAt: now().getTime() + TOKEN_LIFE_MS });
      const { sub, email = null } = granted;
      keep(loggedIn, `${provider} ${sub}`, { provider, sub, name: nameOf(granted), email });
      return token;
    },
    /** The access that a valid token gives. */
    accessOf(provider: SocialName, token: string): Access | null {
      const access = tokens.get(token);
      return access?.provider === provider && access.endsAt > now().getTime() ? access : null;
    },
    refresh(provider: SocialName, granted: Claims, clientId: string): string {
      const token = `r.${newToken()}`;
      keep(refreshTokens, token, { provider, claims: granted, clientId });
      return token;
    },
    revokeRefresh(provider: SocialName, token: string): void {
      const access = refreshTokens.get(token);
      if (access?.provider !== provider) return;
      refreshTokens.delete(token);
      noteRevoked(provider, access.claims.sub);
    },
    revokeSubject(provider: SocialName, sub: string): void {
      for (const [token, access] of tokens)
        if (access.provider === provider && access.claims.sub === sub) tokens.delete(token);
      noteRevoked(provider, sub);
    },
    revoked: () => revoked.slice(0, 100),
    loggedIn: () => [...loggedIn.values()].slice(-100).toReversed(),
  };
}

/** What is remembered of each kind, by key, and `keep`, which drops the oldest where there are too many. */
function openMemory(book: Book) {
  const kept = book.part("sign-in", (): Stored => ({
    codes: newest(codes),
    tokens: newest(tokens),
    refreshTokens: newest(refreshTokens),
    signedIn: newest(loggedIn),
    revoked: revoked.slice(0, KEPT_ON_DISK),
  }));
  const codes = new Map<string, Grant>(kept.stored?.codes);
  const tokens = new Map<string, Access>(kept.stored?.tokens);
  const refreshTokens = new Map<string, RefreshAccess>(kept.stored?.refreshTokens);
  const loggedIn = new Map<string, LoggedIn>(kept.stored?.signedIn);
  const revoked: Revoked[] = kept.stored?.revoked ?? [];

  function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
    map.set(key, value);
    const oldest = map.keys().next().value;
    if (map.size > KEPT && oldest !== undefined) map.delete(oldest);
    kept.save();
  }
  return { codes, tokens, refreshTokens, loggedIn, revoked, keep, save: kept.save };
}

function isFor(
  grant: Grant | undefined,
  { provider, clientId, redirectUri }: Pick<Grant, "provider" | "clientId" | "redirectUri">,
): grant is Grant {
  return grant?.provider === provider && grant.clientId === clientId && grant.redirectUri === redirectUri;
}

function nameOf({ given_name: given, family_name: family }: Claims): string {
  return [given, family].filter(Boolean).join(" ");
}

function newest<Value>(map: Map<string, Value>): [string, Value][] {
  return [...map].slice(-KEPT_ON_DISK);
}
