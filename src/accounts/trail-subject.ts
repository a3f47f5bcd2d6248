/** How the audit trail identifies a person: by number, never by name. */
export function trailSubject({ accountId, membershipId }: { accountId: string | null; membershipId: string | null }) {
  return membershipId === null ? `account:${accountId ?? ""}` : `member:${membershipId}`;
}
