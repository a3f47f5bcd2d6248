import { useContext } from "react";
import { PageAssetsContext } from "../../ui/document/page-assets.tsx";
import { ServerOnly } from "../../ui/document/server-only.tsx";

/**
 * Structured data for search engines, in the server's documents only. The browser does not have it, so React keeps the element as it
 * finds it.
 */
export function StructuredData() {
  const { structuredData } = useContext(PageAssetsContext);
  return (
    <ServerOnly>
      <div hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: structuredData }} />
    </ServerOnly>
  );
}
