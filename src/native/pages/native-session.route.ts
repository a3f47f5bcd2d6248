import { redirect } from "react-router";
import { afterwards, leaveTo, memberRequest, welcome } from "../../accounts/forms/member-request.server.ts";
import { textsOf } from "../../platform/http/form-body.server.ts";
import { openPageSession } from "../hand-off.server.ts";
import type { Route } from "./+types/native-session.route.ts";

/** '/native-session': where a page in the app's web view brings the token that the app gave it (G81). Nobody reads it. */
export function loader() {
  throw redirect("/");
}

/** 401 for a token that is nobody's: the page says so, there is no screen for it. */
export async function action({ context, request }: Route.ActionArgs) {
  const asked = memberRequest(context);
  const fields = textsOf(await request.formData());
  const session = await openPageSession(asked.world, asked.visit, fields["token"] ?? "");
  if (session === null) return new Response(null, { status: 401 });
  welcome(asked, session);
  return leaveTo(afterwards(asked));
}
