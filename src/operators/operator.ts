import type { Permission } from "./contract.ts";

/** A member of staff in a living session. */
export type Operator = {
  sessionId: string;
  name: string;
  permissions: readonly Permission[];
  /** The sites that the session is for; every other one is not there for it. */
  projectIds: readonly number[];
  expiresAt: Date;
  /** Who handed the ticket out; null where a command did. */
  issuedBy: string | null;
};

/** True where the operator may do this on that site (section 6). */
export function may(operator: Operator, permission: Permission, projectId: number): boolean {
  return operator.permissions.includes(permission) && operator.projectIds.includes(projectId);
}

/** Where an operator stands: the site of the request is the only one that they see from there. */
export type Desk<Site> = { operator: Operator; venue: Site };
