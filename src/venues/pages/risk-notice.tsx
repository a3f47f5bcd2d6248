import { Fragment } from "react";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import { type RiskNoticeName, riskNoticeWords } from "../law/risk-notice.ts";

type RiskNoticeProps = { name: RiskNoticeName; className: string };

/** The notice about the risks of play that the country's law asks for, with links to its help sites. */
export function RiskNotice({ name, className }: RiskNoticeProps) {
  const { text, links } = riskNoticeWords(name);
  return (
    <p className={className}>
      {text}
      {links.map(({ label, href }) => (
        <Fragment key={href}>
          {" "}
          <OutboundLink className="text-link" href={href}>
            {label}
          </OutboundLink>
        </Fragment>
      ))}
    </p>
  );
}
