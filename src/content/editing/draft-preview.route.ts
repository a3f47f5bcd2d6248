import * as deskPaths from "../../staff/desk-paths.ts";
import { redirect } from "react-router";
import { deskRequest } from "../../venues/desk/request.server.ts";
import { textsOf } from "../../platform/http/form-body.server.ts";
import { safePath } from "../../platform/http/safe-path.ts";
import { contentKey, type BlockDocument } from "../contract.ts";
import { withDraftTexts } from "./draft-texts.server.ts";
import { readDocument } from "./written-document.server.ts";
import type { Route } from "./+types/draft-preview.route.ts";

const TEXTS_MAX = 100;

/** The address has no page of its own: a GET redirects to the desk. */
export function loader() {
  throw redirect(deskPaths.home);
}

/**
 * '/desk/apercu-texte': renders a page of the site as a visitor would see it with texts that are typed and not yet
 * saved.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const { world, venue, locale, renderPage } = deskRequest(context);
  const fields = textsOf(await request.formData());
  const path = safePath(fields["path"] ?? "", "/").replace(/[?#].*$/, "");
  const texts = textsIn(fields["drafts"] ?? "");
  const seen = withDraftTexts(world, venue, { locale, texts });
  const html = (await renderPage(seen, path, locale)) ?? (await renderPage(seen, "/", locale)) ?? "";
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8", "X-Framed": "1" } });
}

/** A text that cannot be read is left out, so the page shows the saved one. */
function textsIn(json: string): Map<string, BlockDocument> {
  const texts = new Map<string, BlockDocument>();
  for (const [key, written] of Object.entries(parsed(json)).slice(0, TEXTS_MAX)) {
    const read = readDocument(written);
    if (contentKey.safeParse(key).success && "document" in read) texts.set(key, read.document);
  }
  return texts;
}

function parsed(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
