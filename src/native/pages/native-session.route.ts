import { redirect } from "react-router";
import {
  redirectTarget,
  redirectAfterForm,
  memberRequest,
  setSessionCookies,
} from "../../accounts/forms/member-request.server.ts";
import { textsOf } from "../../platform/http/form-body.server.ts";
import { openPageSession } from "../hand-off.server.ts";
import type { Route } from "./+types/native-session.route.ts";

/** '/native-session': a page in the app's web view posts the app's token here. A GET redirects to Home. */
export function loader() {
  throw redirect("/");
}

/** 401 for an invalid token; the page shows the message. */
export async function action({ context, request }: Route.ActionArgs) {
  const asked = memberRequest(context);
  const fields = textsOf(await request.formData());
  const session = await openPageSession(asked.world, asked.visit, fields["token"] ?? "");
  if (session === null) return new Response(null, { status: 401 });
  setSessionCookies(asked, session);
  return redirectAfterForm(redirectTarget(asked));
}
