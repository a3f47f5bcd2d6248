import type { ReactNode } from "react";
import { DESK_SCRIPT, DESK_STYLE } from "../../page-assets.server.ts";
import { publisherOf } from "../../venues/publisher.server.ts";
import { DESK_ROUTES } from "../desk-routes.ts";
import { DeskPage, type DeskHeading } from "./desk-page.tsx";
import type { DeskRequest } from "./desk-request.server.ts";

export type DeskPageProps = DeskHeading & {
  /** The route of DESK_ROUTES that the navigation marks; by default the one of the address. */
  current?: string;
  /** What is wrong as a whole; read out at once. */
  alert?: ReactNode;
  /** What the fields say, told together above a long form: each with its field's id and label. */
  problems?: { fieldId: string; label: string; text: string }[];
  content: ReactNode;
};

/** Puts `content` into the desk's frame: navigation by permission, heading, the note that the page before left. */
export async function showDeskPage(request: DeskRequest, { content, ...page }: DeskPageProps): Promise<void> {
  const { world, venue, locale, operator, note, can, path } = request;
  const publisher = await publisherOf(world, venue, locale);
  const routes = DESK_ROUTES.filter(({ nav, permission }) => nav && (permission === null || can(permission)));
  const current = page.current ?? path;
  request.page.hydrates = false;
  request.page.content = (
    <DeskPage
      {...page}
      frame={{
        title: publisher.title,
        mark: publisher.mark,
        locale,
        locales: venue.locales,
        operator: operator.name,
        routes,
        current: routes.find((route) => current === route.path || current.startsWith(`${route.path}/`))?.path ?? null,
        path,
        style: DESK_STYLE.path,
        script: DESK_SCRIPT.path,
        note,
      }}
    >
      {content}
    </DeskPage>
  );
}
