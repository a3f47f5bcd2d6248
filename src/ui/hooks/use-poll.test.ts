import { expect, test, vi } from "vitest";
import { AnswerError, jsonQuestion, UNCHANGED } from "./use-poll.ts";

const ADDRESS = "/api/site/jackpot/MEGAPOT/live";
const { signal } = new AbortController();

test("a request returns the JSON with its ETag, and sends the ETag the next time", async () => {
  const sent = answering(
    new Response('{"amount":12}', { headers: { ETag: '"a"' } }),
    new Response(null, { status: 304 }),
  );
  const ask = jsonQuestion<{ amount: number }>(ADDRESS);
  expect(await ask(signal, null)).toEqual({ body: { amount: 12 }, etag: '"a"' });
  expect(await ask(signal, '"a"')).toBe(UNCHANGED);
  expect(sent()).toEqual([{}, { "If-None-Match": '"a"' }]);
});

test("a refusal rejects with its status", async () => {
  answering(new Response(null, { status: 401 }));
  const refused = jsonQuestion(ADDRESS)(signal, null);
  await expect(refused).rejects.toBeInstanceOf(AnswerError);
  await expect(refused).rejects.toMatchObject({ status: 401 });
});

/** Stubs `fetch` with these responses. Returns a function that gives the headers of the requests. */
function answering(...answers: Response[]): () => HeadersInit[] {
  const sent: HeadersInit[] = [];
  vi.stubGlobal("fetch", async (_address: string, { headers }: { headers: HeadersInit }) => {
    sent.push(headers);
    return answers.shift();
  });
  return () => sent;
}
