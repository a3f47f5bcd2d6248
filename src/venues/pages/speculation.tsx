import { useHydrated, useServerMarkup } from "../../ui/hooks/use-server-markup.ts";
import { SPECULATION_RULES } from "../speculation-rules.ts";

/** Makes the next page ready before the click, as a document; the router's own prefetch takes over once React runs. */
export function Speculation({ nonce }: { nonce: string | undefined }) {
  const isServerMarkup = useServerMarkup();
  const isHydrated = useHydrated();
  if (!isServerMarkup || isHydrated) return null;
  return (
    <script
      type="speculationrules"
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: SPECULATION_RULES }}
    />
  );
}
