import fc from "fast-check";
import { IS_PROOF } from "./proof.ts";

/**
 * Property tests draw the same cases on every run of `npm test`, so that only a change of the code can make it fail.
 * `npm run proof` draws new cases and prints the seed of a failure.
 */
if (!IS_PROOF) fc.configureGlobal({ seed: 20_261_121 });
