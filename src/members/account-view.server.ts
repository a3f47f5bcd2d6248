import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { phoneLabel } from "../venues/phones.ts";
import type { Venue } from "../venues/venue.ts";
import type { Optins } from "./contract.ts";
import { avatarPath } from "./identity.ts";
import type { Member } from "./member.ts";
import { sessionsOf } from "./sessions.server.ts";

/** Who a member's screens greet. */
export type Person = {
  name: string;
  /** One or two capitals, where there is no picture. */
  initials: string;
  avatar: string | null;
  email: string;
  isEmailValid: boolean;
};

/** What popup=Account shows (section 2.7). */
export type AccountView = Person & {
  mobile: string | null;
  pseudo: string | null;
  walletKey: string | null;
  /** Null where nobody may be asked (spec/policy.md). */
  optins: Optins | null;
  hasPassword: boolean;
  /** Whoever has none has no wallet. */
  hasMembership: boolean;
  sessions: { id: string; device: string | null; isNative: boolean; lastUsed: string; isCurrent: boolean }[];
};

/** An account without names, which the anomaly overlay covers, is called by its address. */
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
  const day = new Intl.DateTimeFormat(locale === "fr" ? "fr-FR" : "en-GB", {
    timeZone: venue.policy.timeZone,
    dateStyle: "long",
  });
  return {
    ...personOf(member),
    mobile: member.mobilePhone === null ? null : phoneLabel(member.mobilePhone),
    pseudo: member.pseudo,
    walletKey: member.walletKey,
    optins: venue.policy.mayAskMarketing ? member.optins : null,
    hasPassword: member.hasPassword,
    hasMembership: member.playersPlusId !== null,
    sessions: sessions.map(({ id, device, kind, lastUsedAt, isCurrent }) => ({
      id,
      device: device === "" ? null : device,
      isNative: kind === "native",
      lastUsed: day.format(lastUsedAt),
      isCurrent,
    })),
  };
}
