import type { Page } from "@playwright/test";

/** Takes a screenshot if SHOTS=1 is set, like shots.spec.ts. */
export async function seen(page: Page, name: string): Promise<void> {
  if (process.env["SHOTS"] !== "1") return;
  const width = page.viewportSize()?.width ?? 0;
  await page.screenshot({ path: `test-results/shots/${name}-${width}.png`, animations: "disabled" });
}
