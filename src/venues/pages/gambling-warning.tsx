import { Fragment } from "react";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import { type GamblingWarningName, gamblingWarningWords } from "../law/gambling-warning.ts";

type GamblingWarningProps = { name: GamblingWarningName; className: string };

/** The gambling warning that the country's law asks for, with links to its help sites. */
export function GamblingWarning({ name, className }: GamblingWarningProps) {
  const { text, links } = gamblingWarningWords(name);
  return (
    <p className={className}>
      {text}
      {links.map(({ label, href }, at) => (
        <Fragment key={href}>
          {at === 0 ? " " : ", "}
          <OutboundLink className="text-link" href={href}>
            {label}
          </OutboundLink>
        </Fragment>
      ))}
    </p>
  );
}
