import { ServerOnly } from "../../ui/document/server-only.tsx";

/** Structured data for search engines, as JSON escaped for a script element. Rendered in the server's documents only. */
export function StructuredData({ texts }: { texts: readonly string[] }) {
  return (
    <ServerOnly>
      {texts.map((json) => (
        <script
          key={json.slice(0, 60)}
          type="application/ld+json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: json }}
        />
      ))}
    </ServerOnly>
  );
}
