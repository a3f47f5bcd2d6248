import { IS_PROOF } from "./proof.ts";

/** Under `npm run proof`, prints a row for an attack that was tried: its name, what was tried, what came out. */
export function attackRow(attack: string, tried: string, cameOut: string): void {
  if (IS_PROOF) process.stdout.write(`| ${attack} | ${tried} | ${cameOut} |\n`);
}
