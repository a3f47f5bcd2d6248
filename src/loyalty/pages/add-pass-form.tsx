import * as paths from "../../venues/paths.ts";
import { useEffect } from "react";
import { useFetcher } from "react-router";
import { Alert } from "../../accounts/pages/account/account-page.tsx";
import { m } from "../../messages/messages.js";
import { useActionModules } from "../../ui/hooks/use-action-modules.ts";
import { useAnswer } from "../../ui/hooks/use-answer.ts";
import { useHydrated } from "../../ui/hooks/use-server-markup.ts";
import { AccountIcon } from "../../ui/icons/account-icon.tsx";
import type { clientAction } from "./card.route.tsx";

type AddPassFormProps = { isTemporary?: boolean; alert?: string | null };

/**
 * 'Add to wallet', with the badge of the device's wallet once React runs. Without script the server detects the device and
 * answers with a page that has the link; with script the browser follows the link.
 */
export function AddPassForm({ isTemporary = false, alert = null }: AddPassFormProps) {
  const fetcher = useFetcher<typeof clientAction>();
  useActionModules(paths.card);
  const target = useDeviceTarget();
  const answer = useAnswer(fetcher.data);
  const href = answer !== undefined && "pass" in answer ? answer.pass.href : null;
  useEffect(() => {
    if (href !== null) location.assign(href);
  }, [href]);
  const refused = answer !== undefined && "alert" in answer ? answer.alert : alert;
  return (
    <fetcher.Form className="add-pass-form" method="post" action={paths.card}>
      <input type="hidden" name="wallet" value={target ?? ""} />
      {refused !== null && <Alert>{refused}</Alert>}
      {isTemporary && <input type="hidden" name="temporary" value="1" />}
      <button className="button button-ink" type="submit" aria-busy={fetcher.state !== "idle" || undefined}>
        <span className="pass-badge" hidden={target === "apple" || target === "google"}>
          <AccountIcon name="wallet" />
          {m.card_wallet_add()}
        </span>
        <span className="pass-badge" data-wallet="apple" hidden={target !== "apple"}>
          <AccountIcon name="apple-logo" small />
          {m.card_wallet_apple()}
        </span>
        <span className="pass-badge" data-wallet="google" hidden={target !== "google"}>
          <AccountIcon name="android-logo" small />
          {m.card_wallet_google()}
        </span>
      </button>
    </fetcher.Form>
  );
}

/** Null while it is not known. */
function useDeviceTarget(): string | null {
  const isHydrated = useHydrated();
  return isHydrated ? targetOf(navigator.userAgent, navigator.maxTouchPoints) : null;
}

/** The wallet of a device by its user agent: Apple's on iPhones and iPads, Google's on Android, a page to print elsewhere. */
function targetOf(userAgent: string, touchPoints: number): "apple" | "google" | "other" {
  if (/Android/.test(userAgent)) return "google";
  if (/iPhone|iPad|iPod/.test(userAgent)) return "apple";
  // An iPad calls itself a Mac, but Macs have no touch screen.
  return /Macintosh/.test(userAgent) && touchPoints > 1 ? "apple" : "other";
}
