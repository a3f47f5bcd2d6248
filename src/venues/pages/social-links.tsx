import type { IconName } from "../../ui/icons/icon-paths.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import type { SocialNetwork, SiteView } from "../views.ts";

const NETWORKS: Record<SocialNetwork, { name: string; icon: IconName }> = {
  facebook: { name: "Facebook", icon: "facebook-logo" },
  instagram: { name: "Instagram", icon: "instagram-logo" },
  tiktok: { name: "TikTok", icon: "tiktok-logo" },
  linkedin: { name: "LinkedIn", icon: "linkedin-logo" },
};

/** Links to the venue's accounts on social networks; nothing when it has none. */
export function SocialLinks({ social }: { social: SiteView["social"] }) {
  if (social.length === 0) return null;
  return (
    <ul className="social">
      {social.map(({ network, href }) => (
        <li key={network}>
          <OutboundLink className="round" href={href} aria-label={NETWORKS[network].name}>
            <Icon name={NETWORKS[network].icon} />
          </OutboundLink>
        </li>
      ))}
    </ul>
  );
}
