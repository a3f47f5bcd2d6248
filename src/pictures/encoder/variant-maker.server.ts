import { setTimeout as delay } from "node:timers/promises";
import type { PicturesAhead } from "../../platform/settings/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import {
  claimPicture,
  pictureFacts,
  picturesLacking,
  releasePicture,
  storedVariantNames,
  type VariantGroup,
  type PictureFacts,
} from "../queries.server.ts";
import {
  COVERS,
  coverVariant,
  widthVariant,
  variantWidths,
  type PictureFormat,
  type VariantSize,
} from "../../ui/pictures/variants.ts";
import { makeVariant, type PictureWorld } from "../pictures.server.ts";

/**
 * The variants made ahead of any request, most useful first: the covers of the venues, which pages open with; then WebP
 * widths of every picture; then AVIF, which is smallest; then the cuts for shared links and machines. JPEG widths are
 * rarely asked for and are made on request.
 */
const PARTS: readonly VariantGroup[] = [
  { sizes: "width", formats: ["avif", "webp"], isForCovers: true },
  { sizes: "width", formats: ["webp"] },
  { sizes: "width", formats: ["avif"] },
  { sizes: "cover", formats: ["jpeg", "webp", "avif"] },
];

/**
 * How long a claim lasts: longer than any variant takes. A picture claimed by a node that died is free again after it.
 */
const CLAIM_SECONDS = 300;
const LOOK_EVERY_MS = 60_000;

export type VariantMaker = {
  /** Announces that there may be new work, after an upload. */
  wake(): void;
  /** Cancels the current variant and ends. Finished variants are stored; the next start goes on from there. */
  stop(): Promise<void>;
};

/**
 * Makes missing variants in the background, one at a time, for as long as the site runs. Nodes share the pictures by
 * claims; if two make the same variant, one of them is stored. With "covers" this node makes only the widths of the venues' covers.
 */
export function startVariantMaker(world: PictureWorld, ahead: PicturesAhead = "all"): VariantMaker {
  const parts = PARTS.filter(({ isForCovers = false }) => ahead === "all" || isForCovers);
  const stopped = new AbortController();
  let woken = new AbortController();

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      await world.database
        .forJobs(() => workThrough(world, parts, stopped.signal))
        .catch((error: unknown) => world.log.error({ err: error }, "making variants of pictures paused"));
      await delay(LOOK_EVERY_MS, undefined, {
        signal: AbortSignal.any([stopped.signal, woken.signal]),
        ref: false,
      }).catch(() => undefined);
      woken = new AbortController();
    }
  }

  const ended = run();
  return {
    wake: () => woken.abort(),
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}

/** Makes the missing variants of one picture and returns how many it made. */
export async function makeMissingVariants(world: PictureWorld, key: string, signal?: AbortSignal): Promise<number> {
  const facts = await pictureFacts(world.database.db, key);
  if (facts === undefined) return 0;
  let made = 0;
  for (const part of PARTS) made += (await encodePart(world, facts, part, signal)).made;
  return made;
}

/** Keys of the pictures that lack variants, sorted. */
export async function picturesWithoutVariants(db: Database["db"]): Promise<string[]> {
  return picturesLacking(db, PARTS);
}

/** Makes the parts for every picture. A picture that fails is skipped until the next round. */
async function workThrough(world: PictureWorld, parts: readonly VariantGroup[], signal: AbortSignal): Promise<void> {
  const { db } = world.database;
  for (const part of parts) {
    const skipped: string[] = [];
    for (;;) {
      if (signal.aborted) return;
      const facts = await claimPicture(db, part, { seconds: CLAIM_SECONDS, skipped });
      if (facts === undefined) break;
      const { isComplete } = await encodePart(world, facts, part, signal);
      if (!isComplete) skipped.push(`${facts.key} ${facts.sha256}`);
      await releasePicture(db, facts.key);
    }
  }
}

async function encodePart(
  world: PictureWorld,
  facts: PictureFacts,
  part: VariantGroup,
  signal?: AbortSignal,
): Promise<{ made: number; isComplete: boolean }> {
  const { db } = world.database;
  const stored = new Set((await storedVariantNames(db, facts)).map(({ rung, format }) => `${rung} ${format}`));
  const lacking = variantsOf(part, facts.width).filter(({ size, format }) => !stored.has(`${size.name} ${format}`));
  let made = 0;
  for (const { size, format } of lacking) {
    if (signal?.aborted === true) break;
    const variant = await makeVariant(world, {
      facts,
      size,
      format,
      isUrgent: false,
      ...(signal === undefined ? {} : { signal }),
    });
    if (variant !== undefined) made++;
  }
  return { made, isComplete: made === lacking.length };
}

function variantsOf(part: VariantGroup, originalWidth: number): { size: VariantSize; format: PictureFormat }[] {
  const sizes = part.sizes === "cover" ? COVERS.map(coverVariant) : variantWidths(originalWidth).map(widthVariant);
  return part.formats.flatMap((format) => sizes.map((size) => ({ size, format })));
}
