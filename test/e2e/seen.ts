import type { Page } from "@playwright/test";

/** Takes a picture of what a test has before it, where they are asked for: SHOTS=1, as for the pictures of the pages. */
export async function seen(page: Page, name: string): Promise<void> {
  if (process.env["SHOTS"] !== "1") return;
  const width = page.viewportSize()?.width ?? 0;
  await page.screenshot({ path: `test-results/shots/${name}-${width}.png`, animations: "disabled" });
}
