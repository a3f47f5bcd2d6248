import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import type { Person } from "../account-view.server.ts";
import { AVATAR_BYTES_MAX } from "../limits.ts";
import { memberPaths } from "../paths.ts";
import { Avatar } from "./avatar.tsx";

type PhotoFormProps = {
  person: Person;
  /** What a script says in passing once this stands in the page (section 8). */
  toast?: string | undefined;
};

/** The avatar as the button that changes it: a file that is chosen shows at once and is sent at once; without script a button sends it. */
export function PhotoForm({ person, toast }: PhotoFormProps) {
  return (
    <form
      className="photo"
      method="post"
      action={memberPaths.avatar}
      encType="multipart/form-data"
      // A browser that fills in at a reload what was chosen before it would have it sent.
      autoComplete="off"
      data-in-place="photo"
      data-toast={toast}
      data-bytes-max={AVATAR_BYTES_MAX}
      data-too-large={m.frame_account_photo_too_large()}
      data-failed={m.frame_account_photo_failed()}
    >
      <label>
        <Avatar person={person} />
        <span className="photo-mark">
          <Icon name="camera" small />
        </span>
        <span className="heard">{m.frame_account_photo()}</span>
        <input type="file" name="avatar" accept="image/jpeg,image/png,image/webp" required />
      </label>
      <button className="button button-line button-small unscripted" type="submit">
        {m.frame_account_photo_save()}
      </button>
    </form>
  );
}
