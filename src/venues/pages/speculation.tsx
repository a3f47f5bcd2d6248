import { useHydrated, useServerMarkup } from "../../ui/hooks/use-server-markup.ts";
import { SPECULATION_RULES } from "../document/speculation-rules.ts";

/** Prerenders the next page as a document before the click. The router's own prefetch takes over once React runs. */
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
