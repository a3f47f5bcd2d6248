import type { ComponentProps } from "react";

type RevealProps = ComponentProps<"div"> & { as?: "div" | "article" | "ul" };

/** A part of a page that rises as it comes into view (reveal.css). */
export function Reveal({ as = "div", className, ...rest }: RevealProps) {
  // All three elements have the same attributes.
  const Element = as as "div";
  return <Element {...rest} className={className === undefined ? "reveal" : `${className} reveal`} />;
}
