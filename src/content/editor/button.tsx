import type { ComponentProps } from "react";

type ButtonProps = ComponentProps<"button"> & { isMain?: boolean };

/** A button of the editor's tools. The main one of a group stands out. */
export function Button({ isMain = false, ...button }: ButtonProps) {
  return <button type="button" className={isMain ? "op-button op-main" : "op-button"} {...button} />;
}
