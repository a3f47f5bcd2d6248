import { slugify } from "../venues/addresses/slugs.ts";

const KEY_MAX = 100;

/** The key of a venue's own picture, made from a name in plain words; null where the name has no letter or digit. */
export function ownPictureKey({ slug }: { slug: string }, name: string): string | null {
  if (!/[\p{L}\p{N}]/u.test(name)) return null;
  return `${slug}-${slugify(name)}`.replaceAll(/-+/g, "-").slice(0, KEY_MAX).replace(/-$/, "");
}
