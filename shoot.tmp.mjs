import { chromium } from "playwright-core";
const { ensureBrowser } = await import("./bin/ensure-browser.ts");
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const slug of (process.argv[2] ?? "port-serac").split(","))
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ]) {
    const context = await browser.newContext({ viewport: { width, height }, locale: "fr-FR", reducedMotion: "reduce" });
    await context.addCookies([{ name: "consent", value: "necessary%3D1", domain: `${slug}.localhost`, path: "/" }]);
    const page = await context.newPage();
    await page.goto(`http://${slug}.localhost:4400/`);
    await page.waitForTimeout(1500);
    for (const [name, sel] of [
      ["discover", "#decouvrir"],
      ["infos", "#infos"],
      ["foot", ".foot"],
    ]) {
      const el = page.locator(sel);
      await el.scrollIntoViewIfNeeded();
      await page.waitForTimeout(500);
      await el.scrollIntoViewIfNeeded();
      await page.waitForTimeout(400);
      await el.screenshot({ path: `/tmp/shots-venue/${slug}-${width}-${name}.png` });
    }
    await context.close();
  }
await browser.close();
