import { Icon } from "../../ui/icons/icon.tsx";

/** What is wrong here, read out at once; the place stands ready for it. */
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
