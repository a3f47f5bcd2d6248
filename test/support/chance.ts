import fc from "fast-check";
import { IS_PROOF } from "./proof.ts";

/**
 * `npm test` draws the same cases every day, so that a change alone can turn it red; `npm run proof` draws new ones, and prints the seed
 * of what it finds.
 */
if (!IS_PROOF) fc.configureGlobal({ seed: 20_261_121 });
