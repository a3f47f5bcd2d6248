import { publicOrigin } from "../../platform/settings/config.server.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../venue.ts";

/** The canonical origin of a venue's site. Absolute addresses are built from it, never from a request's Host header. */
export function venueOrigin(world: Pick<World, "config">, venue: Venue): string {
  return publicOrigin(world.config, venue.hosts[0] ?? "localhost");
}

/** The origin of the group's front page. */
export function groupOrigin(world: Pick<World, "config">): string {
  return publicOrigin(world.config, "localhost");
}

/** Absolute address of a picture of the group's front page, for link previews. */
export function groupPictureAddress(world: Pick<World, "config">, key: string, cover: Cover): string {
  return mediaAddress(world, groupOrigin(world), key, cover);
}

/** Absolute address of a picture for readers outside the pages: the API, structured data, social cards. */
export function pictureAddress(world: Pick<World, "config">, venue: Venue, key: string, cover?: Cover): string {
  return mediaAddress(world, venueOrigin(world, venue), key, cover);
}

type Cover = "1920x1080" | "1200x630" | "600x600";

function mediaAddress({ config }: Pick<World, "config">, origin: string, key: string, cover?: Cover): string {
  const base = config.mediaUrl === "" ? origin : config.mediaUrl;
  return `${base}/media/${key}${cover === undefined ? "" : `?cover=${cover}`}`;
}
