import { createServer } from "node:http";

/** The baseline of comparisons: a plain Node server that writes one buffer with the same headers. */
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
