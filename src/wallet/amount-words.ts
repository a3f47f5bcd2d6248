/** An amount as people write it: '1 250,00 €', '€1,250.00'. Browser-safe. */
export function spokenAmount(minor: bigint, locale: "fr" | "en"): string {
  const language = locale === "fr" ? "fr-FR" : "en-GB";
  return new Intl.NumberFormat(language, { style: "currency", currency: "EUR" }).format(Number(minor) / 100);
}
