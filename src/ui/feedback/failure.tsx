import { Icon } from "../icons/icon.tsx";

type FailureProps = {
  text: string;
  /** The text to show instead if the session has ended. */
  over?: string;
  close: string;
};

/** The generic error banner, hidden until `failure.ts` shows it. Its close button works without script. */
export function Failure({ text, over, close }: FailureProps) {
  return (
    <div className="failure" id="failure" role="alert" popover="manual">
      <Icon name="warning-circle" />
      <p data-over={over}>{text}</p>
      <button className="round" type="button" popoverTarget="failure" popoverTargetAction="hide" aria-label={close}>
        <Icon name="x" small />
      </button>
    </div>
  );
}
