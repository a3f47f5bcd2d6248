import type { SocialProvider } from "../../platform/gateways.ts";

export const PROVIDER_NAMES: Record<SocialProvider, string> = {
  google: "Google",
  apple: "Apple",
  facebook: "Facebook",
};
