import * as deskPaths from "../../staff/desk-paths.ts";
import * as paths from "../../venues/paths.ts";
import { redirect } from "react-router";
import { dataOf, typedIn } from "../../ui/desk/form-data.ts";
import { deskRequest } from "../../venues/desk/request.server.ts";
import { m } from "../../messages/messages.js";
import { errorPageHtml } from "../../platform/http/error-page.ts";
import { withDraft } from "../editing.server.ts";
import type { VenueFile } from "../imported-venue.ts";
import type { Section } from "../sections.ts";
import { slugify } from "../../venues/addresses/slugs.ts";
import { editedOf, withDefaults } from "./desk-editor.server.ts";
import { labelledProblem } from "./editor-problems.server.ts";
import type { Route } from "./+types/desk-preview.route.ts";

/** A preview can only be posted to. */
export function loader() {
  throw redirect(deskPaths.home);
}

/**
 * The page as a visitor would see it with the form's content. The content is stored, rendered and rolled back within one
 * transaction, so that the real page code draws it. An announcement is shown on the first day of its broadcast.
 */
export async function action({ context, request, params }: Route.ActionArgs) {
  const { world, venue, locale, nonce, renderPage } = deskRequest(context);
  const form = await request.formData();
  const edited = await editedOf(context, params.section, params.item);
  const { section, item, file, current, fields } = edited;
  const zone = venue.policy.timeZone;
  const data = dataOf(fields, typedIn(fields, form), withDefaults(section, current, file), zone);
  const drawn = await withDraft(world, venue, { section, item, data }, async (draft) => {
    const { path, at } = placeOf(section, draft.item, draft.file, world.now());
    const seen = { ...draft.world, now: () => at };
    return (await renderPage(seen, path, locale)) ?? (await renderPage(seen, paths.home, locale)) ?? "";
  });
  if ("seen" in drawn) return framed(drawn.seen);
  const [first] = drawn.problems;
  const told = first === undefined ? "" : labelledProblem(edited, first);
  const text = `${m.desk_preview_wrong()} ${told}`;
  const html = errorPageHtml({ locale, title: m.desk_preview(), text, action: null, href: "" });
  return framed(html.replaceAll("<style>", `<style nonce="${nonce}">`));
}

function framed(html: string): Response {
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8", "X-Framed": "1" } });
}

/** Where and when a visitor sees a part of the venue. */
function placeOf(section: Section, item: string | null, file: VenueFile, now: Date): { path: string; at: Date } {
  if (section.kind === "form" || item === null) return { path: paths.home, at: now };
  if (section.base === "restauration") return { path: paths.restaurant(item), at: now };
  if (section.base === "activities") return { path: paths.activity(item), at: now };
  if (section.base === "games") return { path: paths.game(item), at: now };
  const entry = file.announcements.find(({ id }) => String(id) === item);
  if (entry === undefined) return { path: paths.agenda, at: now };
  const [from, until] = [new Date(entry.broadcast_start_at), new Date(entry.broadcast_end_at)];
  const address = entry.is_show ? paths.show : paths.announcement;
  return {
    path: address(entry.id, entry.slug ?? slugify(entry.title.fr)),
    at: from <= now && now < until ? now : from,
  };
}
