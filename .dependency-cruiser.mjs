/**
 * The rooms of `src/` form a tree: a room imports what stands above it in this list, never what stands below it or beside it on its
 * own line. Where a room must act when something happens in a room above it, that room takes a verb from `app/` (`platform/hooks.ts`).
 */
const TREE = [
  ["messages"],
  ["platform"],
  ["ui"],
  ["ledger"],
  ["gateways"],
  ["staff"],
  ["venues"],
  ["pictures"],
  ["mail"],
  ["accounts"],
  ["content"],
  ["agenda"],
  ["games", "jackpots", "leisure"],
  ["protection"],
  ["loyalty"],
  ["gifts"],
  ["wallet"],
  ["floor"],
  ["site"],
  ["member-area"],
  ["desk"],
  ["venue-file"],
  ["native"],
];

const TESTS = "\\.(test|fixtures)\\.tsx?$";

const order = TREE.flatMap((line, at) => {
  const below = TREE.slice(at + 1).flat();
  return line.map((room) => {
    const beside = line.filter((other) => other !== room);
    return {
      name: `${room}-imports-its-ground`,
      comment: `${room}/ imports what stands above it in the tree of rooms.`,
      severity: "error",
      from: { path: `^src/${room}/`, pathNot: TESTS },
      to: { path: [`^src/(${[...beside, ...below, "app"].join("|")})/`, "^src/[^/]+$"], pathNot: "modules\\.d\\.ts$" },
    };
  });
});

export default {
  forbidden: [
    ...order,
    {
      name: "every-file-has-a-room",
      comment: "A folder of src/ stands in the tree of rooms.",
      severity: "error",
      from: {},
      to: { path: "^src/[^/]+/", pathNot: `^src/(${[...TREE.flat(), "app"].join("|")})/` },
    },
    {
      name: "no-circles",
      severity: "error",
      from: { path: "^src/", pathNot: TESTS },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "contracts-know-the-schema-library-only",
      severity: "error",
      from: { path: "(^|/)contract\\.ts$" },
      to: {
        pathNot: [
          "^src/platform/(schema|refusal-kinds|opening-hours|decimal|time-zones)\\.ts$",
          "/(contract|limits)\\.ts$",
          "node_modules/zod/",
        ],
      },
    },
    {
      name: "pages-and-api-call-verbs",
      comment: "Pages and API call verbs, never queries.",
      severity: "error",
      from: {
        path: ["^src/.*/pages/", "(^|/)(api|calls)\\.server\\.ts$", "\\.route\\.(server\\.)?tsx?$"],
        pathNot: TESTS,
      },
      to: { path: "queries\\.server\\.ts$" },
    },
    {
      name: "queries-belong-to-their-room",
      comment: "A verb uses its own room's queries and other rooms' verbs.",
      severity: "error",
      from: { path: "^src/([^/]+)/", pathNot: TESTS },
      to: { path: "queries\\.server\\.ts$", pathNot: "^src/$1/" },
    },
    {
      name: "only-the-world-names-a-vendor",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/gateways/", "^src/app/world\\.server\\.ts$", TESTS] },
      to: { path: "^src/gateways/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|\\.react-router)/" },
    parser: "swc",
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js", ".mjs", ".css"] },
  },
};
