import { Html } from "../../ui/document/html.tsx";
import { outbound } from "./outbound.ts";

/** A presentation's markup as its loader sanitised it (`sanitiseRich`). */
export function RichText({ html }: { html: string }) {
  return <Html as="div" className="prose" html={outbound(html)} />;
}
