import type { Server } from "node:net";

/** Resolves with the port on which the server listens; with `port` 0 it takes a free one. Rejects if it cannot. */
export function listening(server: Server, port: number, host?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}
