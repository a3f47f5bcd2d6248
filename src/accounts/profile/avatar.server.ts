import { inspectPicture, type PictureRefusal } from "../../pictures/pictures.server.ts";
import type { PictureEncoder } from "../../pictures/encoder/encoder.server.ts";
import type { Size } from "../../ui/pictures/variants.ts";
import { hit } from "../../platform/http/counted-limits.server.ts";
import type { World } from "../../platform/world.ts";
import { pictureOfBase64 } from "./avatar-base64.ts";
import { tooMany, type MessageKey, type Refused } from "../contract.ts";
import { AVATAR_BYTES_MAX } from "../limits.ts";
import type { Member } from "../member.ts";

/** The encoder is shared with the venues' pictures. */
export type AvatarWorld = World & { encoder: PictureEncoder };

const SIDE = 512;
/** The most pixels that the header may announce; a larger picture could exhaust the memory. */
const PIXELS_MAX = 25_000_000;
const UPLOADS = [{ limit: 30, seconds: 3600 }];

/**
 * Replaces the member's avatar by bytes or their base64. Accepts JPEG, PNG or WebP of at most 5 MiB and 25 million pixels with one frame. Stores a new square of
 * 512 pixels that the encoder's process makes, without metadata such as the place of a photo. The avatar's address changes too.
 */
export async function changeAvatar(
  world: AvatarWorld,
  member: Member,
  picture: Uint8Array | string,
): Promise<{ ok: true } | Refused> {
  const bytes = typeof picture === "string" ? pictureOfBase64(picture) : picture;
  if (bytes === null) return refused("account_refused_avatar");
  const { db } = world.database;
  const counted = await hit(world, db, ["avatar", member.accountId], UPLOADS);
  if (!counted.isAllowed) return tooMany(counted);
  const looked = await inspectPicture(world.encoder, bytes, { bytesMax: AVATAR_BYTES_MAX, pixelsMax: PIXELS_MAX });
  if ("code" in looked) return refusalOf(looked);
  const body = await square(world, bytes, looked);
  if (body === null) return refused("account_refused_avatar");
  const stored = { key: world.uuid(), mime: "image/webp" as const, body, updated_at: world.now() };
  await db
    .insertInto("avatars")
    .values({ account_id: member.accountId, ...stored })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(stored))
    .execute();
  return { ok: true };
}

/** The bytes of an avatar by the key of its address, or null. */
export async function avatarBytes(
  world: Pick<World, "database">,
  key: string,
): Promise<{ mime: string; body: Uint8Array } | null> {
  const row = await world.database.db
    .selectFrom("avatars")
    .select(["mime", "body"])
    .where("key", "=", key)
    .executeTakeFirst();
  return row ?? null;
}

async function square(world: AvatarWorld, bytes: Uint8Array, { width, height }: Size): Promise<Uint8Array | null> {
  const made = await world.encoder.encode({
    identity: `avatar.${world.uuid()}`,
    job: {
      do: "encode",
      size: { kind: "cover", name: `c${SIDE}x${SIDE}`, width: SIDE, height: SIDE },
      format: "webp",
      original: { width, height },
      focal: { x: 50, y: 50 },
    },
    read: async () => bytes,
    isUrgent: true,
  });
  return "failure" in made ? null : made.body;
}

const MESSAGES: Partial<Record<PictureRefusal["code"], MessageKey>> = {
  too_large: "members_avatar_too_large",
  too_many_pixels: "account_refused_avatar_pixels",
  too_heavy: "account_refused_avatar_pixels",
};

function refusalOf({ code }: PictureRefusal): Refused {
  if (code === "busy") return { refusal: { kind: "unavailable", error: "members_busy", retryAfterSeconds: 5 } };
  return refused(MESSAGES[code] ?? "account_refused_avatar");
}

function refused(message: MessageKey): Refused {
  return { problems: [{ key: "avatar_base64", message }] };
}
