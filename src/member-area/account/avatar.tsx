import type { Person } from "../../accounts/profile/view.server.ts";

/** A member's picture or initials. Decorative: the name stands beside it or on the control around it. */
export function Avatar({ person, isSmall = false }: { person: Person; isSmall?: boolean }) {
  const side = isSmall ? 44 : 64;
  return (
    <span className={isSmall ? "avatar avatar-small" : "avatar"} data-avatar>
      {person.avatar === null ? (
        <span aria-hidden="true">{person.initials}</span>
      ) : (
        <img src={person.avatar} alt="" width={side} height={side} />
      )}
    </span>
  );
}
