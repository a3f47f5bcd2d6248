import { type ComponentProps, useRef } from "react";
import { useReveal } from "../hooks/use-reveal.ts";

type RevealProps = Omit<ComponentProps<"div">, "ref"> & { as?: "div" | "article" | "ul" };

/** A part of a page that rises once as it comes into view. */
export function Reveal({ as = "div", className, ...rest }: RevealProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isUnseen = useReveal(ref);
  // All three elements have the same attributes.
  const Element = as as "div";
  return (
    <Element
      {...rest}
      ref={ref}
      className={className === undefined ? "reveal" : `${className} reveal`}
      data-unseen={isUnseen ? "" : undefined}
    />
  );
}
