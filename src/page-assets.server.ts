import { createHash } from "node:crypto";
import behaviours from "inline-script:./behaviours.ts";
import boot from "inline-script:./boot.ts";
import live from "inline-script:./live.ts";
import forum from "./ui/fonts/forum.woff2?url";
import instrumentSans from "./ui/fonts/instrument-sans.woff2?url";
import css from "./ui/styles.css?inline";
import type { PageAssets } from "./ui/page-assets.tsx";

/** The script of the page's behaviours under the address that changes with it. */
export const BEHAVIOURS = {
  path: `/assets/page-${createHash("sha256").update(behaviours).digest("hex").slice(0, 10)}.js`,
  text: behaviours,
};

/** The texts that are written into every page's head; made at build time. */
export function pageAssets(): Pick<PageAssets, "css" | "boot" | "live" | "behaviours" | "fonts"> {
  return { css, boot, live, behaviours: BEHAVIOURS.path, fonts: [forum, instrumentSans] };
}
