import type { Member } from "../../accounts/member.ts";
import { civilityName } from "../../accounts/profile/profile.ts";
import { CHECKS_TOTAL, countsAsMember, type EnrollmentStatus } from "./statuses.ts";
import { enrollmentOfAccount } from "./queries.server.ts";
import type { Db } from "../../platform/database/database.server.ts";

/** The enrollment as GET /users/enrollment answers it. */
export type EnrollmentView = Awaited<ReturnType<typeof enrollmentView>>;

/** An account without an enrollment has status NEW and no id. */
export async function enrollmentView(db: Db, member: Member) {
  const row = await enrollmentOfAccount(db, member.accountId);
  const { civilityId } = member;
  return {
    status: row?.status ?? ("NEW" as const),
    id: row?.id ?? null,
    progression_detail: { done: row?.checks_done ?? 0, total: CHECKS_TOTAL },
    user: {
      civility: civilityName(civilityId),
      firstname: member.firstname,
      lastname: member.lastname,
      birthday: member.birthday,
    },
    card_id: row?.card_id ?? null,
    error: row?.error ?? null,
  };
}

/** The enrollment status for the profile and introspection. `isMember` is true from READY on (see `countsAsMember`). */
export async function enrollmentStatusOf(
  db: Db,
  accountId: string,
): Promise<{ status: EnrollmentStatus; isMember: boolean }> {
  const row = await enrollmentOfAccount(db, accountId);
  const status = row?.status ?? "NEW";
  return { status, isMember: countsAsMember(status) };
}
