import * as paths from "../../venues/paths.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { m } from "../../messages/messages.js";
import { type Failed, isFailed } from "../../ui/forms/client-action.ts";
import { useActionModules } from "../../ui/hooks/use-action-modules.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { useFeedback } from "../../ui/feedback/feedback.tsx";
import type { FormState } from "../../accounts/forms/form-state.ts";
import type { Person } from "../../accounts/profile/view.server.ts";
import { AVATAR_BYTES_MAX } from "../../accounts/limits.ts";
import { Avatar } from "./avatar.tsx";

type PhotoFormProps = {
  person: Person;
  /** Called once a new picture is saved. */
  onDone?: () => void;
};

/** The avatar as a button: a chosen file is shown and sent at once; without script a button sends it. */
export function PhotoForm({ person, onDone }: PhotoFormProps) {
  const { fetcher, field, choose, shown, refused } = usePhoto(person, onDone);
  const { Form, state } = fetcher;
  return (
    <Form
      className="photo"
      method="post"
      action={paths.photo}
      encType="multipart/form-data"
      // Keep the browser from restoring the file at a reload: it would be sent.
      autoComplete="off"
      data-waiting={state === "idle" ? undefined : ""}
    >
      <label>
        <Avatar person={shown} />
        <span className="photo-mark">
          <Icon name="camera" small />
        </span>
        <span className="heard">{m.frame_account_photo()}</span>
        <input
          ref={field}
          type="file"
          name="avatar"
          accept="image/jpeg,image/png,image/webp"
          aria-describedby={refused.length > 0 ? "photo-refused" : undefined}
          onChange={choose}
          required
        />
      </label>
      {refused.length > 0 && (
        <div className="photo-refused" id="photo-refused" role="alert">
          {refused.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      <button className="button button-line button-small unscripted" type="submit">
        {m.frame_account_photo_save()}
      </button>
    </Form>
  );
}

/** Sends the file as soon as it is chosen, and shows it meanwhile. */
function usePhoto(person: Person, onDone: (() => void) | undefined) {
  const fetcher = useFetcher<FormState | Failed>();
  const [isTooLarge, setTooLarge] = useState(false);
  const [preview, setPreview] = useState<string | null>(null);
  const { toast } = useFeedback();
  useActionModules(paths.photo);
  const isBusy = fetcher.state !== "idle";
  const refused = isTooLarge ? [m.frame_account_photo_too_large()] : isBusy ? [] : refusalOf(fetcher.data);
  const tell = useEffectEvent((answer: FormState | Failed | undefined) => {
    if (answer === undefined || refusalOf(answer).length > 0) return;
    toast(m.frame_account_photo_done());
    onDone?.();
  });
  useEffect(() => tell(fetcher.data), [fetcher.data]);
  const field = useRef<HTMLInputElement>(null);
  const choose = () => {
    const { current } = field;
    const file = current?.files?.[0];
    if (current === null || file === undefined) return;
    setTooLarge(file.size > AVATAR_BYTES_MAX);
    if (file.size > AVATAR_BYTES_MAX) current.value = "";
    else {
      void dataAddress(file).then(setPreview);
      void fetcher.submit(current.form);
    }
  };
  // Send a file that was chosen before hydration.
  const onArrival = useEffectEvent(choose);
  useEffect(() => onArrival(), []);
  const shown = isBusy && preview !== null ? { ...person, avatar: preview } : person;
  return { fetcher, field, choose, shown, refused };
}

/** Two lines: what failed, then why. */
function refusalOf(answer: FormState | Failed | undefined): string[] {
  if (answer === undefined) return [];
  const reason = isFailed(answer) ? m.failure_text() : answer.alert;
  return reason === null ? [] : [m.frame_account_photo_failed(), reason];
}

/** Reads the file as a data URL. The page's policy allows no other address of a local picture. */
function dataAddress(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : null));
    reader.addEventListener("error", () => resolve(null));
    reader.readAsDataURL(file);
  });
}
