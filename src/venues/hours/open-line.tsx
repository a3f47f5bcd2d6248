import { useContext, useState } from "react";
import { PageAssetsContext } from "../../ui/document/page-assets.tsx";
import { ServerOnly } from "../../ui/document/server-only.tsx";
import { useWhileVisible } from "../../ui/hooks/use-while-visible.ts";
import { toldAt, type OpeningTold } from "./cached-openings.ts";
import { REFRESH_MS } from "./clock-limits.ts";

/**
 * Whether a place is open now, until when or from when. The cached page holds `hours`, today's in words; `live-openings.ts` puts the
 * present state in their place, then this component from its first effect on.
 */
export function OpenLine({ openings, hours }: { openings: string; hours: string }) {
  const [now, setNow] = useState<OpeningTold | null>(null);
  useWhileVisible(() => setNow(toldAt(openings, Date.now())), REFRESH_MS);
  return (
    <span
      className="open-line"
      data-openings={openings}
      data-state={now?.state}
      data-nosnippet=""
      suppressHydrationWarning
    >
      {now?.words ?? hours}
    </span>
  );
}

/** The script that tells the state before React starts; place it after the lines in the page. */
export function OpeningsScript() {
  const { liveOpenings, nonce } = useContext(PageAssetsContext);
  return (
    <ServerOnly>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: liveOpenings }} />
    </ServerOnly>
  );
}
