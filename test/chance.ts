import fc from "fast-check";

/**
 * `npm test` draws the same cases every day, so that a change alone can turn it red; `npm run proof` draws new ones, and prints the seed
 * of what it finds.
 */
if (process.env["PROOF"] === undefined) fc.configureGlobal({ seed: 20_261_121 });
