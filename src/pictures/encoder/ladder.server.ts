import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../platform/database/database.server.ts";
import {
  claimPicture,
  pictureFacts,
  picturesLacking,
  releasePicture,
  storedVariantNames,
  type LadderPart,
  type PictureFacts,
} from "../queries.server.ts";
import { COVERS, coverRung, widthRung, widthRungs, type PictureFormat, type Rung } from "../../ui/pictures/variants.ts";
import { makeVariant, type PictureWorkshop } from "../pictures.server.ts";

/**
 * What is encoded ahead of any request, in the order in which it is worth having: the pictures that pages open with, whose
 * weight is what a visitor waits for; then something small for every place,
 * then what is smallest, then the covers, which machines ask for. JPEG widths are for the few and made when asked for.
 */
const PARTS: readonly LadderPart[] = [
  { rungs: "width", formats: ["avif", "webp"], isForCovers: true },
  { rungs: "width", formats: ["webp"] },
  { rungs: "width", formats: ["avif"] },
  { rungs: "cover", formats: ["jpeg", "webp", "avif"] },
];

/** Longer than any one rung takes; a node that dies holds a picture back for no longer. */
const CLAIM_SECONDS = 300;
const LOOK_EVERY_MS = 60_000;

export type Ladders = {
  /** Says that there may be new work, after an upload. */
  wake(): void;
  /** Gives up the rung at hand and ends; what was made is kept, and the next start goes on from there. */
  stop(): Promise<void>;
};

/**
 * Makes missing rungs in the background, one at a time, for as long as the site runs. Nodes share the pictures by claims;
 * were two to make the same rung, one of them is kept.
 */
export function startLadders(workshop: PictureWorkshop): Ladders {
  const stopped = new AbortController();
  let woken = new AbortController();

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      await workThrough(workshop, stopped.signal).catch((error: unknown) =>
        workshop.log.error({ err: error }, "the picture ladder paused"),
      );
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

/** Makes what one picture lacks of its ladder; what is there already is kept. Answers the number of variants made. */
export async function encodeLadder(workshop: PictureWorkshop, key: string, signal?: AbortSignal): Promise<number> {
  const facts = await pictureFacts(workshop.database.db, key);
  if (facts === undefined) return 0;
  let made = 0;
  for (const part of PARTS) made += (await encodePart(workshop, facts, part, signal)).made;
  return made;
}

/** Keys of the pictures whose ladder is not complete, sorted. */
export async function missingLadders(db: Database["db"]): Promise<string[]> {
  return picturesLacking(db, PARTS);
}

/** Every part for every picture. A picture that fails is passed over until the next round. */
async function workThrough(workshop: PictureWorkshop, signal: AbortSignal): Promise<void> {
  const { db } = workshop.database;
  for (const part of PARTS) {
    const skipped: string[] = [];
    for (;;) {
      if (signal.aborted) return;
      const facts = await claimPicture(db, part, { seconds: CLAIM_SECONDS, skipped });
      if (facts === undefined) break;
      const { isComplete } = await encodePart(workshop, facts, part, signal);
      if (!isComplete) skipped.push(`${facts.key} ${facts.sha256}`);
      await releasePicture(db, facts.key);
    }
  }
}

async function encodePart(
  workshop: PictureWorkshop,
  facts: PictureFacts,
  part: LadderPart,
  signal?: AbortSignal,
): Promise<{ made: number; isComplete: boolean }> {
  const { db } = workshop.database;
  const stored = new Set((await storedVariantNames(db, facts)).map(({ rung, format }) => `${rung} ${format}`));
  const lacking = variantsOf(part, facts.width).filter(({ rung, format }) => !stored.has(`${rung.name} ${format}`));
  let made = 0;
  for (const { rung, format } of lacking) {
    if (signal?.aborted === true) break;
    const variant = await makeVariant(workshop, {
      facts,
      rung,
      format,
      isUrgent: false,
      ...(signal === undefined ? {} : { signal }),
    });
    if (variant !== undefined) made++;
  }
  return { made, isComplete: made === lacking.length };
}

function variantsOf({ rungs, formats }: LadderPart, originalWidth: number): { rung: Rung; format: PictureFormat }[] {
  const sizes = rungs === "cover" ? COVERS.map(coverRung) : widthRungs(originalWidth).map(widthRung);
  return formats.flatMap((format) => sizes.map((rung) => ({ rung, format })));
}
