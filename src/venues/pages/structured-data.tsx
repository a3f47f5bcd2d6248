import { ServerOnly } from "../../ui/document/server-only.tsx";

/** What search engines are told of a page, as JSON ready for a script element; for the server's documents only. */
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
