import * as deskPaths from "../../staff/desk-paths.ts";
import { redirect } from "react-router";
import { DeskPost } from "../../ui/desk/form.tsx";
import { DeskLink } from "../../ui/desk/link.tsx";
import { DeskPage } from "../../venues/desk/page.tsx";
import { DeskEmpty, DeskList, DeskRow } from "../../ui/desk/parts.tsx";
import { deskRequest, redirectInDesk } from "../../venues/desk/request.server.ts";
import { m } from "../../messages/messages.js";
import { textsOf } from "../../platform/http/form-body.server.ts";
import { DeskIcon } from "../../ui/icons/desk-icon.tsx";
import { orderList } from "../editing.server.ts";
import { SECTIONS, type List } from "../sections.ts";
import { venueFile } from "../export.server.ts";
import { listRows } from "./desk-list.server.ts";
import { NEW_ENTRY, sectionIn, sectionPage } from "./desk-sections.ts";
import type { Route } from "./+types/desk-list.route.ts";

export { clientAction } from "../../venues/desk/client-action.ts";
export { deskHandle as handle, deskMeta as meta } from "../../venues/desk/page.tsx";

/** A list of entries: '/desk/agenda' and the like. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const list = listIn(request.path);
  const file = await venueFile(request.world.database.db, request.venue);
  const page = sectionPage(list.name);
  return {
    title: page.title(),
    lead: page.lead?.(),
    newTitle: page.newTitle?.(),
    newHref: deskPaths.section(list.name, NEW_ENTRY),
    historyHref: deskPaths.history(list.name),
    /** The page with the numbers of games; only the list of games links to it. */
    countHref: list.name === "jeux" ? deskPaths.section("nombre-de-jeux") : null,
    rows: listRows(request, list, file),
  };
}

/** Moves an entry of an ordered list. `order` is the whole new order, so that a concurrent change is refused, not overwritten. */
export async function action({ context, request }: Route.ActionArgs) {
  const asked = deskRequest(context);
  const fields = textsOf(await request.formData());
  const list = listIn(asked.path);
  const keys = (fields["order"] ?? "").split(",").slice(0, 100);
  const isDone = await orderList(asked.world, asked.venue, asked.operator, list, keys);
  return redirectInDesk(asked, deskPaths.section(list.name), isDone ? m.desk_ordered() : m.desk_order_lost());
}

function listIn(path: string): List {
  const section = SECTIONS.get(sectionIn(path));
  if (section?.kind !== "list") throw redirect(deskPaths.home);
  return section;
}

type Data = Route.ComponentProps["loaderData"];

export default function DeskListPage({ loaderData: list }: Route.ComponentProps) {
  return (
    <DeskPage title={list.title} lead={list.lead} actions={<Actions list={list} />}>
      {list.rows.length === 0 ? (
        <DeskEmpty>{m.desk_list_empty()}</DeskEmpty>
      ) : (
        <DeskList label={list.title}>
          {list.rows.map(({ key, href, title, src, properties, badge, moves }) => (
            <DeskRow
              key={key}
              href={href}
              title={title}
              picture={<img src={src} alt="" width={72} height={48} loading="lazy" decoding="async" />}
              properties={properties}
              badge={badge}
              actions={moves && <Moves title={title} moves={moves} />}
            />
          ))}
        </DeskList>
      )}
    </DeskPage>
  );
}

function Actions({ list: { newHref, newTitle, historyHref, countHref } }: { list: Data }) {
  return (
    <>
      <DeskLink className="button button-venue button-small" href={newHref}>
        <DeskIcon name="plus" />
        {newTitle}
      </DeskLink>
      <DeskLink className="button button-line button-small" href={historyHref}>
        {m.desk_history()}
      </DeskLink>
      {countHref !== null && (
        <DeskLink className="button button-line button-small" href={countHref}>
          {m.desk_s_nombre()}
        </DeskLink>
      )}
    </>
  );
}

type Moved = NonNullable<Data["rows"][number]["moves"]>;

function Moves({ title: item, moves: { up, down } }: { title: string; moves: Moved }) {
  return (
    <DeskPost>
      {up !== null && (
        <button className="round" type="submit" name="order" value={up} aria-label={m.desk_up_of({ item })}>
          <DeskIcon name="arrow-up" />
        </button>
      )}
      {down !== null && (
        <button className="round" type="submit" name="order" value={down} aria-label={m.desk_down_of({ item })}>
          <DeskIcon name="arrow-down" />
        </button>
      )}
    </DeskPost>
  );
}
