import { spawn } from "node:child_process";
import { join } from "node:path";
import { runOnce, startPostgres, type TestPostgres } from "../support/postgres.ts";
import { MUTATIONS, type Mutation } from "./mutations.ts";

/**
 * `npm run proof -- mutations [name …]`: applies one bug after the other and checks that the simulator finds it within
 * 2,000 seeds, or the races within ten rounds. Exits with 1 if a bug is not found.
 */
const SEEDS = 2_000;
const ROUNDS = 10;
const here = import.meta.dirname;
const wanted = process.argv.slice(2);
const mutations = MUTATIONS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const postgres = mutations.some(({ finder }) => finder === "races") ? await startPostgres() : null;
let missed = 0;
try {
  for (const [at, mutation] of mutations.entries()) {
    const started = performance.now();
    const { code, said, complained } = await run(mutation, await commandOf(mutation, at, postgres));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    // Only a reported problem counts; a bug that crashes the program proves nothing.
    const isFound = code === 1 && /^(Seed \d+|Race): /m.test(said);
    if (!isFound) missed += 1;
    process.stdout.write(
      `${isFound ? "found " : "MISSED"} ${seconds.padStart(6)} s  ${mutation.finder.padEnd(9)}  ${mutation.name}\n`,
    );
    process.stdout.write(
      `${" ".repeat(29)}${isFound ? firstFinding(said) : `${said}${complained}`.trim().slice(-600)}\n`,
    );
  }
} finally {
  await postgres?.stop();
}
process.stdout.write(`${mutations.length - missed} of ${mutations.length} bugs are found\n`);
process.exit(missed === 0 ? 0 : 1);

function firstFinding(said: string): string {
  return (said.trim().split("\n\n").at(-1) ?? "").split("\n").slice(0, 1).join("").slice(0, 150);
}

async function commandOf({ finder }: Mutation, at: number, server: TestPostgres | null): Promise<string[]> {
  if (finder === "simulator" || server === null) return [join(here, "run.ts"), "--count", String(SEEDS)];
  const name = `mutation_${at}`;
  await runOnce(server.url("postgres"), `create database ${name}`);
  return [join(here, "run-races.ts"), server.url(name), String(ROUNDS)];
}

async function run(
  { name }: Mutation,
  command: string[],
): Promise<{ code: number | null; said: string; complained: string }> {
  const flags = ["--disable-warning=ExperimentalWarning", "--import", join(here, "patched-modules.ts")];
  const child = spawn(process.execPath, [...flags, ...command], {
    env: { ...process.env, MUTATION: name },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const heard = { said: "", complained: "" };
  child.stdout.on("data", (part: Buffer) => (heard.said += part.toString()));
  child.stderr.on("data", (part: Buffer) => (heard.complained += part.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, ...heard };
}
