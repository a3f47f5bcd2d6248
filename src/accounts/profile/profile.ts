import { CHANNELS, type Channel } from "../contract.ts";
import type { Member } from "../member.ts";

/** The profile, as GET /profile and PUT /users answer it. The programme's fields are null for a person without a membership. */
export type Profile = {
  email: string;
  pseudo: string | null;
  avatar: string | null;
  card: string | null;
  card_type: string | null;
  civility: { id: number | null; short_name: string | null };
  lastname: string | null;
  firstname: string | null;
  birthday: string | null;
  optins: Channel[];
  main_phones: { mobile: string | null };
  is_valid_email: boolean;
  is_valid_phone: boolean;
  playersplus_id: string | null;
  playersplus: { site_id: number | null };
  enrollment: { status: string };
};

const SHORT_NAMES = ["Mr", "Mme"];

/** 'Mr' or 'Mme'; null where unknown. */
export function civilityName(civilityId: number | null): string | null {
  return civilityId === null ? null : (SHORT_NAMES[civilityId] ?? null);
}

/** The programme's part of the profile. */
export type ProfileCard = {
  card: string | null;
  cardType: string | null;
  siteId: number | null;
  enrollmentStatus: string;
};

export function profileOf(member: Member, avatar: string | null, programme: ProfileCard): Profile {
  const { civilityId } = member;
  return {
    email: member.email,
    pseudo: member.pseudo,
    avatar,
    card: programme.card,
    card_type: programme.cardType,
    civility: { id: civilityId, short_name: civilityName(civilityId) },
    lastname: member.lastname,
    firstname: member.firstname,
    birthday: member.birthday,
    optins: CHANNELS.filter((channel) => member.optins[channel]),
    main_phones: { mobile: member.mobilePhone },
    is_valid_email: member.isEmailValid,
    is_valid_phone: member.isPhoneValid,
    playersplus_id: member.playersPlusId,
    playersplus: { site_id: programme.siteId },
    enrollment: { status: programme.enrollmentStatus },
  };
}
