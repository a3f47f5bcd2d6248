import { useMatches } from "react-router";
import type { CardView } from "../loyalty/card-view.server.ts";
import { CardContent, type Invite } from "./card-content.tsx";
import { WalletForm } from "../loyalty/pages/wallet-form.tsx";
import { usePoll } from "../ui/hooks/use-poll.ts";
import { useRefresh } from "../ui/hooks/use-refresh.ts";

const ASK_AGAIN_MS = 3_000;

/** The content of the card popup. A card that is being made is asked for again until it is there. */
export default function PopupCard({ card, invite }: { card: CardView | null; invite: Invite | null }) {
  // The layout's loader provides the popup's data.
  const layout = useMatches()[1]?.id;
  usePoll(useRefresh(layout), { everyMs: card === null ? ASK_AGAIN_MS : null });
  return (
    <CardContent
      card={card}
      invite={invite}
      walletForm={card === null ? null : <WalletForm isTemporary={card.isTemporary} />}
    />
  );
}
