import type { SocialProvider } from "../../platform/gateways/social.ts";

export const PROVIDER_NAMES: Record<SocialProvider, string> = {
  google: "Google",
  apple: "Apple",
  facebook: "Facebook",
};
