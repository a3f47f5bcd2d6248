import { memberPaths } from "../../accounts/paths.ts";

/** Our own address that leads to the bank's page of a payment: the app opens nothing but addresses of the site (T39). Browser-safe. */
export function bankPath(uuid: string): string {
  return `${memberPaths.wallet}?payment=${encodeURIComponent(uuid)}`;
}
