import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import { dayText, momentAt } from "../../venues/language/dates.ts";
import { phoneLabel } from "../../venues/language/phones.ts";
import type { Venue } from "../../venues/venue.ts";
import { avatarPath } from "../identity.ts";
import type { Member } from "../member.ts";
import { sessionsOf } from "../sessions/open-sessions.server.ts";

/** The person whom a member's screens greet. */
export type Person = ReturnType<typeof personOf>;
/** The data of the account popup. */
export type AccountView = Awaited<ReturnType<typeof accountView>>;
export type SessionLine = AccountView["sessions"][number];

/** An account without names is called by its address. */
export function personOf(member: Member) {
  const { firstname, lastname, email, isEmailValid, avatarKey } = member;
  const names = [firstname, lastname].filter((name) => name !== null);
  const avatar = avatarKey === null ? null : avatarPath(avatarKey);
  return {
    name: names.length === 0 ? email : names.join(" "),
    /** One or two capitals, shown where there is no picture. */
    initials: (names.length === 0 ? [email] : names).map(initialOf).join(""),
    avatar,
    email,
    isEmailValid,
  };
}

function initialOf(name: string): string {
  return (/^\P{M}\p{M}*/u.exec(name)?.[0] ?? "").toUpperCase();
}

export async function accountView(world: World, { venue, locale }: { venue: Venue; locale: Locale }, member: Member) {
  const sessions = await sessionsOf(world, member);
  const { timeZone } = venue.policy;
  return {
    ...personOf(member),
    civilityId: member.civilityId,
    /** In the visitor's language: 12 avril 1988. */
    birthday: member.birthday === null ? null : dayText(member.birthday, locale, "date"),
    mobile: member.mobilePhone === null ? null : phoneLabel(member.mobilePhone),
    pseudo: member.pseudo,
    walletKey: member.walletKey,
    /** Null where the law forbids to ask. */
    optins: venue.policy.mayAskMarketing ? member.optins : null,
    hasPassword: member.hasPassword,
    /** Without a membership there is no wallet. */
    hasMembership: member.playersPlusId !== null,
    /** The current one first, then the last used first. */
    sessions: sessions
      .toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
      .map(({ id, device, kind, last_used_at: lastUsedAt, is_current: isCurrent }) => ({
        id,
        /** "Firefox, Windows" */
        device: device === "" ? null : device,
        kind: kind === "native" ? ("app" as const) : kindOf(device),
        /** Day and time in the venue's zone. */
        lastUsed: momentAt(lastUsedAt, { locale, timeZone }),
        isCurrent,
      })),
  };
}

const KINDS: [kind: "phone" | "tablet" | "computer", mark: RegExp][] = [
  ["phone", /Android|iPhone/],
  ["tablet", /iPad/],
  ["computer", /Windows|macOS|Linux/],
];

/** The kind of a device, from the system in its name. */
function kindOf(device: string) {
  return KINDS.find(([, mark]) => mark.test(device))?.[0] ?? null;
}
