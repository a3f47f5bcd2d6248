import { ACCOUNT_ICON_PATHS } from "./account-icon-paths.ts";
import { ICON_PATHS } from "./icon-paths.ts";
import { Outline } from "./icon.tsx";

const PATHS = { ...ICON_PATHS, ...ACCOUNT_ICON_PATHS };

/** An icon for members' forms, cards and wallets: one of their own, or one that every page may use. */
export function AccountIcon({ name, small }: { name: keyof typeof PATHS; small?: boolean }) {
  return <Outline path={PATHS[name]} small={small} />;
}
