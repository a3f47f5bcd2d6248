import { z } from "zod";
import { CHANNELS } from "../contract.ts";
import type { ProgrammeState } from "../hooks.ts";
import type { Member } from "../member.ts";

/** The profile, as GET /profile and PUT /users answer it. The programme's fields are null for a person without a membership. */
export const profile = z.object({
  user: z.object({
    email: z.string(),
    pseudo: z.string().nullable(),
    avatar: z.string().nullable(),
    card: z.string().nullable(),
    card_type: z.string().nullable(),
    civility: z.object({ id: z.int().nullable(), short_name: z.string().nullable() }),
    lastname: z.string().nullable(),
    firstname: z.string().nullable(),
    birthday: z.string().nullable(),
    optins: z.array(z.enum(CHANNELS)),
    main_phones: z.object({ mobile: z.string().nullable() }),
    is_valid_email: z.boolean(),
    is_valid_phone: z.boolean(),
    playersplus_id: z.string().nullable(),
    playersplus: z.object({ site_id: z.int().nullable() }),
    enrollment: z.object({ status: z.string() }),
  }),
});

const SHORT_NAMES = ["Mr", "Mme"];

/** 'Mr' or 'Mme'; null where unknown. */
export function civilityName(civilityId: number | null): string | null {
  return civilityId === null ? null : (SHORT_NAMES[civilityId] ?? null);
}

export function profileOf(
  member: Member,
  avatar: string | null,
  { membership, enrollmentStatus }: Pick<ProgrammeState, "membership" | "enrollmentStatus">,
): z.infer<typeof profile>["user"] {
  const { civilityId } = member;
  return {
    email: member.email,
    pseudo: member.pseudo,
    avatar,
    card: membership?.cardNumber ?? null,
    card_type: membership?.cardType ?? null,
    civility: { id: civilityId, short_name: civilityName(civilityId) },
    lastname: member.lastname,
    firstname: member.firstname,
    birthday: member.birthday,
    optins: CHANNELS.filter((channel) => member.optins[channel]),
    main_phones: { mobile: member.mobilePhone },
    is_valid_email: member.isEmailValid,
    is_valid_phone: member.isPhoneValid,
    playersplus_id: member.playersPlusId,
    playersplus: { site_id: membership?.homeSiteId ?? null },
    enrollment: { status: enrollmentStatus },
  };
}
