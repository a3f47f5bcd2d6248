import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

const secret = z.string().regex(/^[0-9a-f]{64}$/);
const file = z.object({ importKey: secret });

/** What nodes of one installation share and nobody else knows. `importKey` lets the import command reach the running site. */
export type Secrets = z.infer<typeof file>;

/** Reads the secrets, made at the first start. Two nodes that start together agree: the first writer wins. */
export function openSecrets(path: string): Secrets {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, JSON.stringify({ importKey: randomBytes(32).toString("hex") }, null, 2), {
      flag: "wx",
      mode: 0o600,
    });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return file.parse(JSON.parse(readFileSync(path, "utf8")));
}
