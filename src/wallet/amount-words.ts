/** An amount with its currency: '1 250,00 €' in French, '€1,250.00' in English. Browser-safe. */
export function spokenAmount(minor: bigint, locale: "fr" | "en"): string {
  const language = locale === "fr" ? "fr-FR" : "en-GB";
  return new Intl.NumberFormat(language, { style: "currency", currency: "EUR" }).format(Number(minor) / 100);
}
