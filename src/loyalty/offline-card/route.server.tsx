import { Hono } from "hono";
import { renderToStaticMarkup } from "react-dom/server";
import { inLocale } from "../../venues/language/locale.server.ts";
import { isIncomplete, type Member } from "../../accounts/member.ts";
import { cookieToken, memberOfToken } from "../../accounts/sessions/sessions.server.ts";
import { scriptlessPolicy } from "../../platform/http/security-headers.server.ts";
import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import { momentAt } from "../../venues/language/dates.ts";
import type { Venue } from "../../venues/venue.ts";
import { cardView } from "../card-view.server.ts";
import { SnapshotPage, type SnapshotPart } from "./page.tsx";
import { snapshotCss } from "./styles.server.ts";
import { SNAPSHOT_PATH } from "./store.ts";
import { snapshotHeaders, snapshotOwner } from "./snapshot.server.ts";

type Env = { Variables: { venue: Venue | null; locale: Locale } };

/**
 * The page that a device caches for use without a network. It is self-contained and signed. `parts` are shown below the card. 204
 * for a visitor without anything to show.
 */
export function snapshotRoutes(world: World, parts: SnapshotPart[]): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get(SNAPSHOT_PATH, async (c) => {
    const { venue, locale } = c.var;
    const token = cookieToken(c.req.raw);
    const member = token === null ? null : await memberOfToken(world, token);
    const html =
      member === null || venue === null || venue.config.account_hidden || !mayKeep(member)
        ? null
        : await page(world, { venue, locale, member }, parts);
    if (member === null || html === null) return c.body(null, 204, { "Cache-Control": "no-store" });
    const owner = snapshotOwner(world, member.accountId);
    return c.body(html, 200, {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      ...snapshotHeaders(world, { owner, policy: scriptlessPolicy(snapshotCss), html }),
    });
  });
  return routes;
}

function mayKeep(member: Member): boolean {
  return member.isEmailValid && member.isPhoneValid && !isIncomplete(member);
}

async function page(
  world: World,
  { venue, locale, member }: { venue: Venue; locale: Locale; member: Member },
  parts: SnapshotPart[],
): Promise<string | null> {
  return inLocale(locale, async () => {
    const card = await cardView(world, venue, member);
    const more = await Promise.all(parts.map((part) => part(world, venue, member, locale)));
    if (card === null && more.every((part) => part === null)) return null;
    const keptAt = momentAt(world.now(), { locale, timeZone: venue.policy.timeZone });
    const document = (
      <SnapshotPage card={card} locale={locale} keptAt={keptAt} css={snapshotCss}>
        {more}
      </SnapshotPage>
    );
    return `<!doctype html>${renderToStaticMarkup(document)}`;
  });
}
