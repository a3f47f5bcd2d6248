/** The wallet of a device by its user agent: Apple's on iPhones and iPads, Google's on Android, a page to print elsewhere. */
export function walletOf(userAgent: string, touchPoints: number): "apple" | "google" | "other" {
  if (/Android/.test(userAgent)) return "google";
  if (/iPhone|iPad|iPod/.test(userAgent)) return "apple";
  // An iPad calls itself a Mac, but Macs have no touch screen.
  return /Macintosh/.test(userAgent) && touchPoints > 1 ? "apple" : "other";
}
