import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest, the longest first: begun last, one of them would keep one core busy and leave the other idle. */
const SLOWEST = [
  "test/stopping.test.ts",
  "test/wallet-kills.test.ts",
  "test/wallet-simulator.test.ts",
  "test/desk.test.ts",
  "test/country-policy.test.ts",
  "test/import-command.test.ts",
  "src/platform/jobs.server.test.ts",
  "src/pictures/encoder/encoder.test.ts",
  "test/member-vectors.test.ts",
  "src/platform/database/pglite/directory.test.ts",
];

/** These first, then vitest's own order: by the time that each took in the run before, or else by size. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const slow = SLOWEST.flatMap((name) => others.filter(({ moduleId }) => moduleId.endsWith(`/${name}`)));
    return [...new Set([...slow, ...others])];
  }
}
