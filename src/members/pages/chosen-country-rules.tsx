import { useContext } from "react";
import { PageAssetsContext } from "../../ui/page-assets.tsx";
import { ServerOnly } from "../../ui/server-only.tsx";

/** The style rules that show the flag of the chosen country without script; in the browser the picker shows it itself. */
export function ChosenCountryRules({ codes }: { codes: readonly string[] }) {
  const { nonce } = useContext(PageAssetsContext);
  const chosen = ["", ...codes].map(
    (code) => `.phone-country:has(option[value="${code}"]:checked) [data-country="${code}"]`,
  );
  const rules = `${chosen.join(",")}{display:flex}`;
  return (
    <ServerOnly>
      <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: rules }} />
    </ServerOnly>
  );
}
