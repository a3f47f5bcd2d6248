import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import { dayText, momentAt } from "../../venues/language/dates.ts";
import { phoneLabel } from "../../venues/language/phones.ts";
import type { Venue } from "../../venues/venue.ts";
import type { Optins } from "../contract.ts";
import { avatarPath } from "../identity.ts";
import type { Member } from "../member.ts";
import { sessionsOf } from "../sessions/open-sessions.server.ts";

/** The person whom a member's screens greet. */
export type Person = {
  name: string;
  /** One or two capitals, shown where there is no picture. */
  initials: string;
  avatar: string | null;
  email: string;
  isEmailValid: boolean;
};

/** The data of the account popup. */
export type AccountView = Person & {
  civilityId: number | null;
  /** In the visitor's language: 12 avril 1988. */
  birthday: string | null;
  mobile: string | null;
  pseudo: string | null;
  walletKey: string | null;
  /** Null where the law forbids to ask. */
  optins: Optins | null;
  hasPassword: boolean;
  /** Without a membership there is no wallet. */
  hasMembership: boolean;
  /** The current one first, then the last used first. */
  sessions: SessionLine[];
};

export type SessionLine = {
  id: string;
  /** "Firefox, Windows" */
  device: string | null;
  kind: "app" | "phone" | "tablet" | "computer" | null;
  /** Day and time in the venue's zone. */
  lastUsed: string;
  isCurrent: boolean;
};

/** An account without names is called by its address. */
export function personOf(member: Member): Person {
  const { firstname, lastname, email, isEmailValid, avatarKey } = member;
  const names = [firstname, lastname].filter((name) => name !== null);
  const avatar = avatarKey === null ? null : avatarPath(avatarKey);
  return {
    name: names.length === 0 ? email : names.join(" "),
    initials: (names.length === 0 ? [email] : names).map(initialOf).join(""),
    avatar,
    email,
    isEmailValid,
  };
}

function initialOf(name: string): string {
  return (/^\P{M}\p{M}*/u.exec(name)?.[0] ?? "").toUpperCase();
}

export async function accountView(
  world: World,
  { venue, locale }: { venue: Venue; locale: Locale },
  member: Member,
): Promise<AccountView> {
  const sessions = await sessionsOf(world, member);
  const { timeZone } = venue.policy;
  return {
    ...personOf(member),
    civilityId: member.civilityId,
    birthday: member.birthday === null ? null : dayText(member.birthday, locale, "date"),
    mobile: member.mobilePhone === null ? null : phoneLabel(member.mobilePhone),
    pseudo: member.pseudo,
    walletKey: member.walletKey,
    optins: venue.policy.mayAskMarketing ? member.optins : null,
    hasPassword: member.hasPassword,
    hasMembership: member.playersPlusId !== null,
    sessions: sessions
      .toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
      .map(({ id, device, kind, last_used_at: lastUsedAt, is_current: isCurrent }) => ({
        id,
        device: device === "" ? null : device,
        kind: kind === "native" ? "app" : kindOf(device),
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
function kindOf(device: string): SessionLine["kind"] {
  return KINDS.find(([, mark]) => mark.test(device))?.[0] ?? null;
}
