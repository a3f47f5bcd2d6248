import { z } from "@hono/zod-openapi";
import { invalid } from "../platform/api/errors.server.ts";
import { apiRouter } from "../platform/api/router.server.ts";
import { publicOrigin } from "../platform/config.server.ts";
import type { World } from "../platform/world.ts";
import { memberCalls, type Call, type MemberCalls } from "../accounts/calls.server.ts";
import { addRawCall } from "../platform/api/raw-calls.server.ts";
import type { MessageKey } from "../accounts/contract.ts";
import type { Member } from "../accounts/member.ts";
import { messageOf } from "../accounts/refusals.ts";
import { refusedAtTheDoor } from "../accounts/visit.server.ts";
import { venueOrigin } from "../venues/origins.server.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { linkByPhone, linkCard } from "./enrollment/linking.server.ts";
import { createPass, WALLETS } from "./passes/passes.server.ts";

const link = z.object({ data: z.object({ link: z.string() }) });
/** What the client detected of the device. */
const walletQuery = z.object({
  type: z.enum(WALLETS).openapi({ description: "The wallet of the device" }),
  origin: z.literal("web").optional(),
  os: z.string().max(40).optional(),
  locale: z.enum(["fr", "en"]).optional(),
});

/** The API's card calls: linking a card, finding one's own membership, and adding the card to a phone's wallet. */
export function cardApi(world: World, table: VenueTable) {
  const api = apiRouter<Venue>();
  const calls = memberCalls(world, table);
  addLinking(api, world, calls);
  for (const [path, summary, isTemporary] of [
    ["/users/pplus/wallet/create", "A link that puts the member's card into a wallet", false],
    ["/users/pplus/temp_wallet/create", "The same for a card that waits for its validation at the casino", true],
  ] as const)
    addRawCall(
      api,
      {
        method: "post",
        path,
        summary,
        isMembersOnly: true,
        query: walletQuery,
        answer: link,
        refusals: [401, 403, 409, 422, 503],
      },
      (c) => asMember(calls, c, (member) => walletCall(world, calls, c, member, isTemporary)),
    );
  return api;
}

type Api = ReturnType<typeof apiRouter<Venue>>;

function addLinking(api: Api, world: World, calls: MemberCalls): void {
  addRawCall(
    api,
    {
      method: "post",
      path: "/users/card/link",
      summary: "Links a physical card by its 16 digits",
      isMembersOnly: true,
      body: z.object({ card_number: z.string() }),
      answer: z.object({ data: z.object({ result: z.literal(true) }) }),
      refusals: [400, 401, 403, 404, 409, 413, 415, 422, 429],
    },
    (c) =>
      asMember(calls, c, async (member) => {
        const body = await calls.bodyOf(c);
        if (body instanceof Response) return body;
        const linked = await linkCard(world, calls.visitOf(c), member, body.value);
        return "ok" in linked ? calls.answer(c, { data: { result: true } }) : calls.refuse(c, linked);
      }),
  );
  addRawCall(
    api,
    {
      method: "post",
      path: "/users/pplus/link",
      summary: "Links the member's own membership by phone, name and birthday; null if there is none",
      isMembersOnly: true,
      answer: z.object({ pplus_id: z.string().nullable() }),
      refusals: [401, 403],
    },
    (c) =>
      asMember(calls, c, async (member) => {
        const refusal = refusedAtTheDoor(world, calls.visitOf(c));
        if (refusal !== null) return calls.refuse(c, { refusal });
        return calls.answer(c, { pplus_id: await linkByPhone(world, member) });
      }),
  );
}

async function walletCall(
  world: World,
  calls: MemberCalls,
  c: Call,
  member: Member,
  isTemporary: boolean,
): Promise<Response> {
  const query = walletQuery.safeParse(c.req.query());
  if (!query.success) return invalid(c, inWords(query.error, c.var.locale));
  const { venue } = c.var;
  const origin = venue === null ? publicOrigin(world.config, "localhost") : venueOrigin(world, venue);
  const visit = { ...calls.visitOf(c), locale: query.data.locale ?? c.var.locale };
  const made = await createPass(world, visit, member, { wallet: query.data.type, isTemporary, origin });
  return "ok" in made ? calls.answer(c, { data: made.ok }) : calls.refuse(c, made);
}

/** Replaces the schema library's messages, which are English and technical. */
function inWords(error: z.ZodError, locale: "fr" | "en"): z.ZodError {
  const words = (path: PropertyKey[]): MessageKey => (path[0] === "type" ? "card_wallet_type" : "card_wallet_query");
  return new z.ZodError(error.issues.map((issue) => ({ ...issue, message: messageOf(words(issue.path), locale) })));
}

async function asMember(calls: MemberCalls, c: Call, work: (member: Member) => Promise<Response>): Promise<Response> {
  const member = await calls.memberOf(c);
  return member instanceof Response ? member : work(member);
}
