import { sanitiseRich } from "../sanitise.server.ts";
import { outbound } from "./outbound.ts";

/** A presentation's HTML, sanitised again on its way out (G158). For pages that the server renders. */
export function RichText({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: outbound(sanitiseRich(html)) }} />;
}
