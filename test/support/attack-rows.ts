import { appendFileSync } from "node:fs";

/**
 * Notes a row of the table that `npm run proof` prints at its end, for an attack or fault that was tried: its name, what was tried, what
 * came out.
 */
export function attackRow(attack: string, tried: string, cameOut: string): void {
  const rows = process.env["PROOF_ROWS"];
  if (rows !== undefined) appendFileSync(rows, `| ${attack} | ${tried} | ${cameOut} |\n`);
}
