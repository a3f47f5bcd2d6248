import { createServer } from "node:http";

/** The other side of a comparison: Node's own server writing one buffer under the same headers, and nothing else. */
export type BareAnswer = { status: number; headers: string[]; body: string };

process.once("message", ({ status, headers, body }: BareAnswer) => {
  const bytes = Buffer.from(body, "base64");
  const server = createServer((_request, response) => {
    response.writeHead(status, headers);
    response.end(bytes);
  });
  server.listen(0, () => process.send?.(server.address()));
});
process.on("disconnect", () => process.exit(0));
