import { Icon } from "../../ui/icons/icon.tsx";

/** An error message. The empty alert element is always present, so that screen readers announce a new text. */
export function WalletAlert({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text !== null && (
        <div className="alert">
          <Icon name="warning-circle" small />
          <p>{text}</p>
        </div>
      )}
    </div>
  );
}
