/**
 * The features that Playwright 1.65 disables. A browser uses only the last such list on its command line, so it must
 * be repeated here.
 */
const OFF_BY_PLAYWRIGHT = [
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "AimEnabled",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "TcpPortRandomizationWin",
  "ThirdPartyStoragePartitioning",
];
/**
 * A full Chromium renders the list under its address bar in a process of its own: a second of work per window that
 * nobody sees.
 */
const ADDRESS_BAR = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** The arguments of every browser in tests and benches. */
export const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR].join(",")}`,
];

/** For journeys: they close a page before it pays to compile its scripts a second time, for speed, which took a tenth of their time. */
export const COMPILE_ONCE = "--js-flags=--no-opt,--no-maglev";

/**
 * For journeys: without a graphics card, blurring the page behind a sheet took half of the time of a frame. The other settings are
 * Playwright's, and a browser uses only the last such list.
 */
export const WITHOUT_BLUR =
  "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,prefersReducedTransparency=true";
