import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What one service remembers: what was kept at the last stop, or null, and `save` to call after every change. */
type Part<Data> = { stored: Data | null; save: () => void };
/** `part` takes a function that gives all that is worth keeping; the caller bounds it. */
export type Book = { part: <Data>(name: string, snapshot: () => Data) => Part<Data>; close: () => void };

const SOON_MS = 100;

/**
 * The sandbox's memory on disk: one JSON file for each service in `directory`, replaced as a whole, so that a file is
 * never half written. Changes are written together a tenth of a second later, and at `close`. An unreadable file is
 * put aside. Null keeps nothing, as tests want it.
 */
export function openBook(directory: string | null): Book {
  if (directory === null) return { part: () => ({ stored: null, save: () => undefined }), close: () => undefined };
  mkdirSync(directory, { recursive: true });
  const waiting = new Map<string, () => unknown>();
  let timer: NodeJS.Timeout | null = null;

  function write(): void {
    timer = null;
    for (const [name, snapshot] of waiting) {
      const file = join(directory ?? "", `${name}.json`);
      writeFileSync(`${file}.new`, JSON.stringify(snapshot(), plain), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    }
    waiting.clear();
  }
  return {
    part<Data>(name: string, snapshot: () => Data): Part<Data> {
      return {
        stored: read(join(directory, `${name}.json`)) as Data | null,
        save() {
          waiting.set(name, snapshot);
          timer ??= setTimeout(write, SOON_MS).unref();
        },
      };
    },
    close() {
      if (timer !== null) clearTimeout(timer);
      write();
    },
  };
}

function read(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return null;
  }
  try {
    return JSON.parse(text, revived);
  } catch {
    renameSync(file, `${file}.unreadable`);
    process.stderr.write(`The sandbox cannot read ${file}: it was put aside.\n`);
    return null;
  }
}

/** JSON has no whole numbers of any size, so an amount is written as an object with one text. */
function plain(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? { $whole: String(value) } : value;
}

function revived(_key: string, value: unknown): unknown {
  const whole = typeof value === "object" && value !== null && "$whole" in value ? value.$whole : undefined;
  return typeof whole === "string" ? BigInt(whole) : value;
}
