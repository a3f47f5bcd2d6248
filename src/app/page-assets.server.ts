import boot from "inline-script:./boot.ts";
import live from "inline-script:./live.ts";
import liveHours from "inline-script:./start-live-hours.ts";
import liveOpenings from "inline-script:./start-live-openings.ts";
import forum from "../ui/fonts/forum.woff2?url";
import instrumentSans from "../ui/fonts/instrument-sans.woff2?url";
import late from "../ui/document/late.css?url";
import css from "../ui/document/styles.css?inline";
import type { PageAssets } from "../ui/document/page-assets.tsx";

/** The texts that are inlined into every page's head. They are made at build time. */
export function pageAssets(): Pick<PageAssets, "css" | "boot" | "live" | "liveHours" | "liveOpenings" | "files"> {
  return { css, boot, live, liveHours, liveOpenings, files: [late, forum, instrumentSans] };
}
