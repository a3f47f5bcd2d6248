import { setTimeout as delay } from "node:timers/promises";
import type { PicturesAhead } from "../../platform/settings/config.server.ts";
import {
  claimPicture,
  releasePicture,
  storedVariantNames,
  type VariantGroup,
  type PictureProperties,
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
  /** Cancels the current variant and ends. Finished variants are stored; the next start goes on from there. */
  stop(): Promise<void>;
};

/**
 * Makes missing variants in the background, one at a time, for as long as the app runs. Nodes share the pictures by
 * claims; if two make the same variant, one of them is stored.
 */
export function startVariantMaker(
  world: PictureWorld,
  ahead: PicturesAhead = "all",
  lookEveryMs = LOOK_EVERY_MS,
): VariantMaker {
  const stopped = new AbortController();
  const { signal } = stopped;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await world.database
        .forJobs(() => makeAhead(world, ahead, signal))
        .catch((error: unknown) => world.log.error({ err: error }, "making variants of pictures paused"));
      await delay(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const ended = run();
  return {
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}

/**
 * Makes what is missing now, for every picture; with "covers" only the widths of the venues' covers. A picture that fails is skipped
 * until the next round.
 */
export async function makeAhead(world: PictureWorld, ahead: PicturesAhead, signal: AbortSignal): Promise<void> {
  const { db } = world.database;
  for (const part of PARTS.filter(({ isForCovers = false }) => ahead === "all" || isForCovers)) {
    const skipped: string[] = [];
    for (;;) {
      if (signal.aborted) return;
      const properties = await claimPicture(db, part, { seconds: CLAIM_SECONDS, skipped });
      if (properties === undefined) break;
      if (!(await encodePart(world, properties, part, signal))) skipped.push(`${properties.key} ${properties.sha256}`);
      await releasePicture(db, properties.key);
    }
  }
}

/** Makes the missing variants of one part of a picture. False if one of them could not be made. */
async function encodePart(
  world: PictureWorld,
  properties: PictureProperties,
  part: VariantGroup,
  signal: AbortSignal,
): Promise<boolean> {
  const stored = new Set(
    (await storedVariantNames(world.database.db, properties)).map(({ rung, format }) => `${rung} ${format}`),
  );
  let isComplete = true;
  for (const { size, format } of variantsOf(part, properties.width)) {
    if (stored.has(`${size.name} ${format}`)) continue;
    if (signal.aborted) return false;
    const variant = await makeVariant(world, { properties, size, format, isUrgent: false, signal });
    isComplete &&= variant !== undefined;
  }
  return isComplete;
}

function variantsOf(part: VariantGroup, originalWidth: number): { size: VariantSize; format: PictureFormat }[] {
  const sizes = part.sizes === "cover" ? COVERS.map(coverVariant) : variantWidths(originalWidth).map(widthVariant);
  return part.formats.flatMap((format) => sizes.map((size) => ({ size, format })));
}
