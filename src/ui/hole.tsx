import type { ReactNode } from "react";
import { HOLE_CLOSE, HOLE_OPEN } from "../platform/holes.ts";

/** A place of a public page that says something else to a member. The children are what everybody else reads. */
export function Hole({ name, children }: { name: string; children?: ReactNode }) {
  if (children === undefined) return `${HOLE_OPEN(name)}${HOLE_CLOSE}`;
  return (
    <>
      {HOLE_OPEN(name)}
      {children}
      {HOLE_CLOSE}
    </>
  );
}
