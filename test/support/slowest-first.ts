import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest test files, the slowest first. If one of them started last, one core would be busy with it while the
 * other is idle.
 */
const SLOWEST = [
  "test/app/stopping.test.ts",
  "test/app/documents-and-twins.test.ts",
  "test/wallet/simulator.test.ts",
  "test/venue-file/import-command.test.ts",
  "src/platform/jobs.server.test.ts",
  "test/desk/desk.test.ts",
  "test/wallet/kills.test.ts",
  "src/platform/database/pglite/directory.test.ts",
  "test/member-area/vectors.test.ts",
  "test/venues/country-policy.test.ts",
  "test/app/authorisation.test.ts",
];

/** Starts these first, then the rest in vitest's own order: by duration in the last run, or by size. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const slow = SLOWEST.flatMap((name) => others.filter(({ moduleId }) => moduleId.endsWith(`/${name}`)));
    return [...new Set([...slow, ...others])];
  }
}
