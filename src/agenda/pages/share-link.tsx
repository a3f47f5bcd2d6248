import { m } from "../../messages/messages.js";
import { useFeedback } from "../../ui/feedback/feedback.tsx";
import { useShare } from "../../ui/hooks/use-share.ts";
import { Icon } from "../../ui/icons/icon.tsx";

/** Shares the open page. Until React has started, and without script, the link writes a mail (`href`). */
export function ShareLink({ title, href }: { title: string; href: string }) {
  const share = useShare();
  const { toast, fail } = useFeedback();
  const tell = async () => {
    const shared = await share(title);
    if (shared === "copied") toast(m.agenda_copied());
    if (shared === "failed") fail();
  };
  return (
    <a
      className="button button-quiet"
      href={href}
      onClick={(event) => {
        event.preventDefault();
        void tell();
      }}
    >
      <Icon name="arrow-up-right" small />
      {m.agenda_share()}
    </a>
  );
}
