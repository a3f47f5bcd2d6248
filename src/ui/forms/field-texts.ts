import type { ReactNode } from "react";

/** The texts below a field's control; `problem` is announced as its error. */
export type FieldTexts = { problem?: string | undefined; help?: ReactNode };

export const fieldIdOf = (name: string) => `field-${name}`;

/** The attributes that tie a control to the texts below it, whose ids end in `-problem` and `-help`. */
export function describedBy(name: string, { problem, help }: FieldTexts) {
  const id = fieldIdOf(name);
  const by = [problem === undefined ? "" : `${id}-problem`, help === undefined ? "" : `${id}-help`];
  return {
    id,
    "aria-invalid": problem === undefined ? undefined : true,
    "aria-describedby": by.filter(Boolean).join(" ") || undefined,
  } as const;
}
