import { useEffect, useState } from "react";
import { grouped } from "../figures/grouped.ts";
import { AccountIcon } from "../icons/account-icon.tsx";

/** How long 'Copied!' is shown, in milliseconds. */
const TOLD_MS = 1500;

type CopyCodeProps = {
  code: string;
  /** What a click does, for screen readers. */
  label: string;
  /** 'Copied!' */
  copied: string;
};

/** A code in groups of four. A click copies it without spaces and shows 'Copied!' for a moment. */
export function CopyCode({ code, label, copied }: CopyCodeProps) {
  const [copiedAt, setCopiedAt] = useState<number | null>(null);
  useEffect(() => {
    if (copiedAt === null) return;
    const end = setTimeout(() => setCopiedAt(null), TOLD_MS);
    return () => clearTimeout(end);
  }, [copiedAt]);
  // If the clipboard is not available, the code can still be read.
  const copy = () =>
    void navigator.clipboard?.writeText(code).then(
      () => setCopiedAt(performance.now()),
      () => undefined,
    );
  return (
    <p className="code-line">
      <button
        className="code figures"
        type="button"
        onClick={copy}
        data-is-copied={copiedAt === null ? undefined : ""}
        data-copy={code}
      >
        {grouped(code)}
        <span className="heard">, {label}</span>
        <span className="scripted" aria-hidden="true">
          <AccountIcon name="copy" small />
        </span>
      </button>
      <span className="code-copied" role="status">
        {copiedAt === null ? "" : copied}
      </span>
    </p>
  );
}
