import { strToU8, Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { originalOf } from "../content/export.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueFile } from "./imported-venue.ts";
import { venueFile } from "./export.server.ts";
import type { Venue } from "../venues/venue.ts";

/** A zip with the venue's import file and the original pictures it lists, in the layout that `npm run import` reads. */
export async function venueArchive(world: World, venue: Venue): Promise<ReadableStream<Uint8Array>> {
  const file = await venueFile(world.database.db, venue);
  const parts = archiveParts(world, `${venue.slug}.json`, file);
  return new ReadableStream({
    async pull(stream) {
      const part = await parts.next();
      if (part.done === true) stream.close();
      else stream.enqueue(part.value);
    },
  });
}

/** Yields one picture at a time: all of them together would take too much memory. */
async function* archiveParts(world: World, name: string, file: VenueFile): AsyncGenerator<Uint8Array> {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    parts.push(bytes);
  });
  const add = (entry: ZipDeflate | ZipPassThrough, bytes: Uint8Array) => {
    entry.mtime = world.now();
    zip.add(entry);
    entry.push(bytes, true);
  };
  add(new ZipDeflate(name), strToU8(`${JSON.stringify(file, null, 2)}\n`));
  yield* parts.splice(0);
  for (const picture of file.pictures ?? []) {
    const original = await originalOf(world.database.db, picture.key);
    // Pictures are compressed already.
    if (original !== undefined) add(new ZipPassThrough(picture.file), original);
    yield* parts.splice(0);
  }
  zip.end();
  yield* parts.splice(0);
}
