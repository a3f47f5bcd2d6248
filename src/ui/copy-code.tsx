import { grouped } from "./grouped.ts";
import { Icon } from "./icon.tsx";

type CopyCodeProps = {
  code: string;
  /** What a click does, for whoever only hears it. */
  label: string;
  /** 'Copied!' */
  copied: string;
};

/** A code in groups of four; a click copies it without the spaces and says so for a moment (section 9, copies.ts). */
export function CopyCode({ code, label, copied }: CopyCodeProps) {
  return (
    <p className="code-line">
      <button className="code figures" type="button" data-copy={code} data-copied={copied}>
        {grouped(code)}
        <span className="heard">, {label}</span>
        <span className="scripted" aria-hidden="true">
          <Icon name="copy" small />
        </span>
      </button>
      <span className="code-copied" role="status" />
    </p>
  );
}
