import { fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { BareAnswer } from "./bare-server.ts";
import { PEOPLE, tokenOf } from "./demo-people.ts";
import { getOnce } from "./get-once.ts";
import { compareCpu, type Side } from "./interleaved.ts";
import { type Answer, ownHeaders } from "./load.ts";
import { type Ratio, ratioOf } from "./ratio.ts";
import type { RunningSite } from "./running-site.ts";

const SMALLEST_MS = 6_000;
const TWIN = "/_.data";

/** The request headers of a browser that affect the answer for Home. */
export function homeHeaders(site: Pick<RunningSite, "hostOf">): Record<string, string> {
  return {
    host: site.hostOf("port-serac"),
    accept: "text/html",
    "accept-encoding": "gzip, deflate, br",
    "accept-language": "fr-FR,fr;q=0.9",
  };
}

/** The cached Home, its data twin (/_.data) and Home for a member, each against a bare server. */
export async function cachedHome(site: RunningSite): Promise<Ratio[]> {
  const headers = homeHeaders(site);
  const token = await tokenOf(site, PEOPLE.at(-1) ?? "");
  const asMember = { ...headers, cookie: `user_token=${token}; has_session=1` };
  await getOnce({ port: site.port, path: TWIN, headers });
  await warmHome(site);
  return [
    await againstBare(site, "cached home / bare server", { path: "/", headers, budget: 1.15 }),
    await againstBare(site, "cached home for a member / bare server", { path: "/", headers: asMember, budget: 1.2 }),
    await againstBare(site, "cached data of home / bare server", { path: TWIN, headers, budget: 1.3 }),
  ];
}

/**
 * The session resource against a bare server that writes the same bytes. The difference is the price of the database
 * look-up.
 */
export async function sessionResource(site: RunningSite): Promise<Ratio[]> {
  const headers = homeHeaders(site);
  const token = await tokenOf(site, PEOPLE.at(-1) ?? "");
  const asMember = { ...headers, cookie: `user_token=${token}; has_session=1` };
  return [
    await againstBare(site, "session of nobody / bare server", { path: "/session", headers, budget: 12 }),
    await againstBare(site, "session of a member / bare server", { path: "/session", headers: asMember, budget: 40 }),
  ];
}

/** An answer of the site against a bare node:http server that writes the same bytes with the same headers. */
async function againstBare(
  site: RunningSite,
  name: string,
  { path, headers, budget }: { path: string; headers: Record<string, string>; budget: number },
): Promise<Ratio> {
  await getOnce({ port: site.port, path, headers });
  const answer = await getOnce({ port: site.port, path, headers });
  const bare = await startBare({
    status: answer.status,
    headers: ownHeaders(answer),
    body: answer.body.toString("base64"),
  });
  try {
    const same = await getOnce({ port: bare.port, path, headers });
    mustBeEqual(answer, same);
    const expected = { path, headers, status: 200, bodyLength: answer.body.length };
    const sides: [Side, Side] = [
      { pid: site.pid, load: { ...expected, port: site.port } },
      { pid: bare.pid, load: { ...expected, port: bare.port } },
    ];
    const { a, b } = await compareCpu(...sides);
    return ratioOf(name, { a, b, budget, unit: "µs", bytes: answer.body.length });
  } finally {
    bare.stop();
  }
}

/** A revalidation answered with 304 against a hit that sends the page. */
export async function revalidation(site: RunningSite): Promise<Ratio> {
  const headers = homeHeaders(site);
  const home = await warmHome(site);
  const known = { ...headers, "if-none-match": home.headers.etag ?? "" };
  const hit = { path: "/", port: site.port };
  const { a, b } = await compareCpu(
    { pid: site.pid, load: { ...hit, headers: known, status: 304, bodyLength: 0 } },
    { pid: site.pid, load: { ...hit, headers, status: 200, bodyLength: home.body.length } },
  );
  return ratioOf("304 / hit", { a, b, budget: 0.9, unit: "µs" });
}

/**
 * A cache hit in its final form. A new page is compressed quickly first and replaced by its smallest form within
 * seconds (decision 0001).
 */
async function warmHome(site: RunningSite): Promise<Answer> {
  const home = { port: site.port, path: "/", headers: homeHeaders(site) };
  await getOnce(home);
  await delay(SMALLEST_MS);
  return getOnce(home);
}

function mustBeEqual(ours: Answer, bare: Answer): void {
  const isSame =
    ours.status === bare.status &&
    ours.body.equals(bare.body) &&
    ownHeaders(ours).join("\n") === ownHeaders(bare).join("\n") &&
    ours.headers["content-encoding"] === "br";
  if (!isSame) throw new Error("The two sides answered different bytes");
}

export async function startBare(answer: BareAnswer): Promise<{ pid: number; port: number; stop: () => void }> {
  const child = fork(join(import.meta.dirname, "bare-server.ts"), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const address = new Promise<{ port: number }>((resolve, reject) => {
    child.once("message", (message) => resolve(message as { port: number }));
    child.once("exit", () => reject(new Error("The bare server exited early")));
  });
  child.send(answer);
  const { port } = await address;
  return { pid: child.pid ?? 0, port, stop: () => child.disconnect() };
}
