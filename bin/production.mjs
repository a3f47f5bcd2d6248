// What a tree for production lacks: only the packages for production are installed there, and nothing is installed or
// built. Built-in modules only, because packages may be missing.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuilt, isMessagesCompiled } from "./built.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** True where npm has installed the packages for production only (`npm ci --omit=dev`). */
export function isProductionTree() {
  return existsSync(join(root, "node_modules", ".package-lock.json")) && !isInstalled("@react-router/dev");
}

/** What is missing to run a command here, a line each; for `serve` the built site too. */
export function missing({ build }) {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const absent = Object.entries(dependencies).filter(([name, version]) => !isInstalled(name, version));
  const hasNode = existsSync(join(root, "node_modules", ".bin", "node"));
  return [
    ...(absent.length > 0 ? [`packages are missing or of another version: ${names(absent)}: npm ci --omit=dev`] : []),
    ...(absent.length === 0 && !hasNode
      ? ["node_modules/.bin/node is missing: npm ci --omit=dev --include=optional"]
      : []),
    ...(isMessagesCompiled() ? [] : [`src/messages/ ${REMEDY}`]),
    ...(!build || isBuilt() ? [] : [`build/ ${REMEDY}`]),
  ];
}

const REMEDY =
  "is missing or was made from other sources: run npm run build where the development packages are installed, and copy it";

function names(absent) {
  const shown = absent.slice(0, 5).map(([name]) => name);
  return absent.length > shown.length
    ? `${shown.join(", ")} and ${absent.length - shown.length} more`
    : shown.join(", ");
}

function isInstalled(name, version) {
  const file = join(root, "node_modules", name, "package.json");
  return existsSync(file) && (version === undefined || JSON.parse(readFileSync(file, "utf8")).version === version);
}
