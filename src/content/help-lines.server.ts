import type { BlockDocument } from "./contract.ts";
import { plainText } from "./sanitise.server.ts";

/** A phone number: `href` is a tel: address, `label` the number as written, `name` the service it reaches. */
export type HelpLine = { href: string; label: string; name: string };

const PHONE = /<a href="(tel:[^"]+)">([\s\S]*?)<\/a>/;
const NAME = /<b>([\s\S]*?)<\/b>/;

/** The phone numbers in a text's lists, each with the name that its line has in bold. */
export function helpLines(document: BlockDocument): HelpLine[] {
  const items = document.blocks.flatMap((block) => (block.type === "list" ? block.data.items : []));
  return items.flatMap((item) => {
    const [, href, label] = PHONE.exec(item) ?? [];
    const [, name] = NAME.exec(item) ?? [];
    if (href === undefined || label === undefined || name === undefined) return [];
    return [{ href, label: plainText(label), name: plainText(name) }];
  });
}
