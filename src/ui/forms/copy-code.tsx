import { useEffect, useState } from "react";
import { grouped } from "../figures/grouped.ts";
import { AccountIcon } from "../icons/account-icon.tsx";

/** How long 'Copied!' stands (section 9). */
const TOLD_MS = 1500;

type CopyCodeProps = {
  code: string;
  /** What a click does, for whoever only hears it. */
  label: string;
  /** 'Copied!' */
  copied: string;
};

/** A code in groups of four; a click copies it without the spaces and says so for a moment (section 9). */
export function CopyCode({ code, label, copied }: CopyCodeProps) {
  const [copiedAt, setCopiedAt] = useState<number | null>(null);
  useEffect(() => {
    if (copiedAt === null) return;
    const end = setTimeout(() => setCopiedAt(null), TOLD_MS);
    return () => clearTimeout(end);
  }, [copiedAt]);
  // Where the clipboard is closed to this page, the code is there to be read.
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
