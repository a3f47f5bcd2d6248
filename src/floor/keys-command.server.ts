import { parseArgs } from "node:util";
import type { CommandResult } from "../platform/commands.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { floorKeyCommand, SCOPES } from "./contract.ts";
import { commandFloorKeys, type ListedKey } from "./issued-keys.server.ts";

const USAGE = [
  `Usage: npm run floor-key -- issue <venue slug> --label <device> [--scopes ${SCOPES.join(",")}]`,
  "       npm run floor-key -- rotate <number>",
  "       npm run floor-key -- end <number>",
  "       npm run floor-key -- list [<venue slug>]",
];

/** `npm run floor-key`: reads the words of the command line, and answers the lines to print. A new key is among them this once. */
export async function floorKeysCommand(
  world: World,
  table: Pick<VenueTable, "all">,
  args: string[],
): Promise<CommandResult> {
  const read = wordsOf(args);
  if ("problem" in read) return { code: 2, lines: [read.problem, ...USAGE] };
  const asked = floorKeyCommand.safeParse(read.words);
  if (!asked.success) {
    const problems = asked.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    return { code: 2, lines: [...problems, ...USAGE] };
  }
  const answer = await commandFloorKeys(world, table, asked.data);
  if ("problem" in answer) return { code: 1, lines: [answer.problem] };
  if ("keys" in answer)
    return { code: 0, lines: answer.keys.length === 0 ? ["There are no keys."] : answer.keys.map(lineOf) };
  return { code: 0, lines: [lineOf(answer.issued), "The key, which is not shown again:", answer.key] };
}

function wordsOf(args: string[]): { words: object } | { problem: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { label: { type: "string" }, scopes: { type: "string" } },
    });
    const [command, subject, ...rest] = positionals;
    if (rest.length > 0) return { problem: `${rest.join(" ")}: is one word too many` };
    const scopes = values.scopes === undefined ? null : values.scopes.split(",").map((one) => one.trim());
    if (command === "issue") return { words: { command, venue: subject, label: values.label, scopes } };
    if (command === "list") return { words: subject === undefined ? { command } : { command, venue: subject } };
    return { words: { command, id: Number(subject) } };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function lineOf(key: ListedKey): string {
  return [
    `${key.id}  ${key.venue}  ${key.label === "" ? "(no label)" : key.label}`,
    `scopes: ${key.scopes?.join(", ") ?? "all"}`,
    `issued: ${key.issued_at ?? "before keys were issued by this command"}`,
    `last used: ${key.last_used_at ?? "never"}`,
    ...(key.ends_at === null ? [] : [`ends: ${key.ends_at}`]),
    ...(key.successor_id === null ? [] : [`replaced by: ${key.successor_id}`]),
  ].join("; ");
}
