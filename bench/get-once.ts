import { type Agent, request } from "node:http";
import type { Answer } from "./load.ts";

/** Sends one GET to this machine. The body is read whole and not decompressed. */
export function getOnce(options: {
  port: number;
  path: string;
  headers: Record<string, string>;
  agent?: Agent;
}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port, path, headers, agent } = options;
    const asked = request({ host: "127.0.0.1", port, path, headers, agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          rawHeaders: answer.rawHeaders,
          headers: answer.headers,
          body: Buffer.concat(parts),
        }),
      );
    });
    asked.on("error", reject);
    asked.end();
  });
}
