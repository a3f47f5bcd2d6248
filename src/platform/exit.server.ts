import { parseConfig, type Config } from "./settings/config.server.ts";

/** The exit code of a program whose settings or surroundings must be put right before it starts again (EX_CONFIG of sysexits.h). */
export const CONFIG_EXIT = 78;

/** Ends the process and prints a text for the person who started it. */
export function exitWith(code: number, text: string): never {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}

/** Ends the process if there are problems: names all of them, a line each. */
export function exitOnProblems(problems: string[]): void {
  if (problems.length > 0)
    exitWith(CONFIG_EXIT, `Baize cannot start:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
}

/** The configuration from the environment. Ends the process if it is invalid. */
export function configOrExit(): Config {
  const parsed = parseConfig(process.env);
  if ("config" in parsed) return parsed.config;
  exitOnProblems(parsed.problems);
  throw new Error("parseConfig refused without a problem");
}
