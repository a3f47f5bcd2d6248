import * as paths from "../../../venues/paths.ts";
import { m } from "../../../messages/messages.js";
import { Icon } from "../../../ui/icons/icon.tsx";

/** Logs out, at the end of the menu and of the account. A form, because it has an effect. */
export function LogOutForm() {
  return (
    <form className="log-out" method="post" action={paths.logOut} data-log-out>
      <button className="button button-quiet" type="submit">
        <Icon name="sign-out" />
        {m.frame_account_log_out()}
      </button>
    </form>
  );
}
