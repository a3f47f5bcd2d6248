import * as paths from "../../../venues/paths.ts";

/**
 * Our own address that redirects to the bank's page of a payment. The native app opens only addresses of the site.
 * Browser-safe.
 */
export function bankPath(uuid: string): string {
  return `${paths.wallet}?payment=${encodeURIComponent(uuid)}`;
}
