import { dirname, resolve } from "node:path";
import { readImport } from "./readable.server.ts";

type ReadFile = (path: string) => Promise<Uint8Array>;

/**
 * Reads an import file and the pictures next to it. A missing picture file is left out: the import accepts its key if the picture
 * is stored already, and reports it otherwise. Throws when the file is not JSON.
 */
export async function readVenueFile(
  path: string,
  read: ReadFile,
): Promise<{ data: unknown; files: Map<string, Uint8Array> }> {
  const data: unknown = JSON.parse(new TextDecoder().decode(await read(path)));
  const files = new Map<string, Uint8Array>();
  for (const { file: name } of readImport(data).pictures) {
    if (name === undefined) continue;
    const bytes = await read(resolve(dirname(path), name)).catch(() => null);
    if (bytes !== null) files.set(name, bytes);
  }
  return { data, files };
}
