import { build, messages } from "../../bin/built.mjs";
import { keepDataOfToday } from "../support/data-of-today.ts";

/** Builds what has changed and starts the site under test with its sandbox. */
keepDataOfToday(process.env["DATA_DIR"] ?? ".data/e2e");
// Encoding all pictures ahead would take a sixth of the processors. What a test looks at is made on request.
process.env["PICTURES_AHEAD"] ??= "covers";
messages();
build();
await import("../../bin/start.ts");
