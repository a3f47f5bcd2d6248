import { m } from "../../messages/messages.js";
import { useFeedback } from "../../ui/feedback/feedback.tsx";
import { useShare } from "../../ui/hooks/use-share.ts";
import { Icon } from "../../ui/icons/icon.tsx";

/** Shares the open page. Hidden until React has started, because it can do nothing before. */
export function ShareButton({ title }: { title: string }) {
  const share = useShare();
  const { toast, fail } = useFeedback();
  const tell = async () => {
    const shared = await share(title);
    if (shared === "copied") toast(m.agenda_copied());
    if (shared === "failed") fail();
  };
  return (
    <button className="button button-quiet needs-script" type="button" onClick={() => void tell()}>
      <Icon name="arrow-up-right" small />
      {m.agenda_share()}
    </button>
  );
}
