/** The wallet of a device, by what it says of itself: Apple's on its telephones and tablets, Google's on Android, a page to print elsewhere. */
export function walletOf(userAgent: string, touchPoints: number): "apple" | "google" | "other" {
  if (/Android/.test(userAgent)) return "google";
  if (/iPhone|iPad|iPod/.test(userAgent)) return "apple";
  // A tablet of today calls itself a Mac, which has no screen to touch.
  return /Macintosh/.test(userAgent) && touchPoints > 1 ? "apple" : "other";
}
