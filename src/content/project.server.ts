import { projectContent } from "./blocks.server.ts";
import { usedPictures } from "../pictures/references.server.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";

/** A site's texts, pictures and settings as `GET /project` answers them. */
export async function projectForApi(world: World, venue: Venue, locale: Locale) {
  const [content, pictures] = await Promise.all([
    projectContent(world, venue, locale),
    usedPictures(world.database.db, venue.id),
  ]);
  const flag = (isActive: boolean) => ({ is_active: isActive });
  const { config } = venue;
  return {
    projectId: venue.projectId,
    establishment_id: venue.id,
    content: Object.fromEntries([...content].map(([key, document]) => [key, JSON.stringify(document)])),
    imgList: Object.fromEntries(pictures.map((key) => [key, { key }])),
    imgListParent: {},
    locales: venue.siteLocales,
    parent_modeles: {
      common_config: {
        cashless: flag(config.cashless),
        login_facebook: flag(config.login_facebook),
        login_google: flag(config.login_google),
        login_apple: flag(config.login_apple),
      },
    },
    config: {
      account_hidden: config.account_hidden,
      cashless_hidden: config.cashless_hidden,
      header_hidden: config.header_hidden,
      nav_hidden: config.nav_hidden,
      social_hidden: config.social_hidden,
      language_selector: config.language_selector,
      enrollment: config.enrollment,
    },
  };
}
