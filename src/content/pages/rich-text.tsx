import { Html } from "../../ui/document/html.tsx";
import { outbound } from "./outbound.ts";

/** The HTML of a presentation, sanitised by the loader (`sanitiseRich`). */
export function RichText({ html }: { html: string }) {
  return <Html as="div" className="prose" html={outbound(html)} />;
}
