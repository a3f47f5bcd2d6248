import { CHANNELS, type Channel } from "./contract.ts";
import type { Member } from "./member.ts";

/** The profile of section 3, as GET /profile and PUT /users answer; what the loyalty programme knows is null without it (G177). */
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

export function profileOf(member: Member, avatar: string | null): Profile {
  const { civilityId } = member;
  return {
    email: member.email,
    pseudo: member.pseudo,
    avatar,
    card: null,
    card_type: null,
    civility: { id: civilityId, short_name: civilityId === null ? null : (SHORT_NAMES[civilityId] ?? null) },
    lastname: member.lastname,
    firstname: member.firstname,
    birthday: member.birthday,
    optins: CHANNELS.filter((channel) => member.optins[channel]),
    main_phones: { mobile: member.mobilePhone },
    is_valid_email: member.isEmailValid,
    is_valid_phone: member.isPhoneValid,
    playersplus_id: member.playersPlusId,
    playersplus: { site_id: null },
    enrollment: { status: "NEW" },
  };
}
