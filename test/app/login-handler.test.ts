import { request, type IncomingHttpHeaders } from "node:http";
import { expect, it } from "vitest";
import { openHttpServer } from "../../src/platform/http/server.server.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";

const HOST = "port-serac.localhost:3000";
/** More than the queue of hashes can take. */
const FLOOD = 120;
type Told = { status: number; headers: IncomingHttpHeaders; body: string; isShort: boolean };

it("refuses a log-in beyond the full queue before it is read, with the answer that the app gives", async () => {
  const app = await openIsolatedApp({ venues: ["port-serac"], pictures: "stand-ins", hashes: "real" });
  const short = new Set<string>();
  const http = openHttpServer({
    isHttps: false,
    fast(incoming, response) {
      const isShort = app.fast(incoming, response);
      if (isShort) short.add(String(incoming.headers["x-number"]));
      return isShort;
    },
    app: (incoming, env) => app.hono.fetch(incoming, env),
    isUpload: () => false,
  });
  const port = await http.listen(0);
  let sent = 0;
  const logIn = (headers: Record<string, string> = {}) =>
    new Promise<Told>((resolve, reject) => {
      const number = String((sent += 1));
      const body = JSON.stringify({ email: `${number}@example.test`, password: "Wrong-Word!12", source: "WEBSITE" });
      const asked = request(
        {
          host: "127.0.0.1",
          port,
          path: "/api/auth/login",
          method: "POST",
          agent: false,
          headers: { host: HOST, "content-type": "application/json", "x-number": number, locale: "en", ...headers },
        },
        (answer) => {
          let text = "";
          answer.on("data", (part: Buffer) => (text += part.toString()));
          answer.on("end", () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: text,
              isShort: short.has(number),
            }),
          );
        },
      );
      asked.on("error", reject);
      asked.end(body);
    });
  const own = ({ status, headers, body }: Told) => {
    const {
      date: _date,
      connection: _connection,
      "transfer-encoding": _coding,
      "content-length": _l,
      ...rest
    } = headers;
    return { status, headers: rest, body };
  };
  /** One refusal before the app, and one by the app, which a foreign origin reaches. */
  let pair: [Told, Told] | undefined;
  const answers: Promise<Told>[] = [];
  while (pair === undefined) {
    const wave = Array.from({ length: FLOOD }, () => logIn());
    answers.push(...wave);
    await Promise.race(wave);
    const [one, other] = await Promise.all([logIn(), logIn({ origin: `http://${HOST}` })]);
    if (one.status === 503 && one.isShort && other.status === 503) pair = [one, other];
  }
  const { "access-control-allow-origin": _allowed, ...others } = own(pair[1]).headers;
  expect(pair[1].isShort).toBe(false);
  expect(own(pair[0])).toEqual({ ...own(pair[1]), headers: others });
  expect(pair[0].headers["retry-after"]).toMatch(/^\d+$/);
  const all = await Promise.all(answers);
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([401, 503]));
  await http.drain();
  await app.close();
});
