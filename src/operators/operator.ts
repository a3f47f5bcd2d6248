import type { Permission } from "./contract.ts";

/** A member of staff in a living session. */
export type Operator = {
  sessionId: string;
  name: string;
  permissions: readonly Permission[];
  /** The sites that the session is for; every other one is not there for it. */
  projectIds: readonly number[];
  expiresAt: Date;
};

/** True where the operator may do this on that site (section 6). */
export function may(operator: Operator, permission: Permission, projectId: number): boolean {
  return operator.permissions.includes(permission) && operator.projectIds.includes(projectId);
}
