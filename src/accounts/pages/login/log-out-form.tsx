import { m } from "../../../messages/messages.js";
import { Icon } from "../../../ui/icons/icon.tsx";
import { memberPaths } from "../../paths.ts";

/** Logging out, at the end of the menu and of the account. It has an effect, so it is a form. */
export function LogOutForm() {
  return (
    <form className="log-out" method="post" action={memberPaths.logOut} data-log-out>
      <button className="button button-quiet" type="submit">
        <Icon name="sign-out" />
        {m.frame_account_log_out()}
      </button>
    </form>
  );
}
