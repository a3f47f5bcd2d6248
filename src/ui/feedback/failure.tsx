import { Icon } from "../icons/icon.tsx";

/** The generic error banner, hidden until `failure.ts` shows it. Its close button works without script. */
export function Failure({ text, close }: { text: string; close: string }) {
  return (
    <div className="failure" id="failure" role="alert" popover="manual">
      <Icon name="warning-circle" />
      <p>{text}</p>
      <button className="round" type="button" popoverTarget="failure" popoverTargetAction="hide" aria-label={close}>
        <Icon name="x" small />
      </button>
    </div>
  );
}
