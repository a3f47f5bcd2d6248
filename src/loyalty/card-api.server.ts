import { DONE } from "../platform/api/done.ts";
import { z } from "@hono/zod-openapi";
import { apiRouter } from "../platform/api/router.server.ts";
import { publicOrigin } from "../platform/settings/config.server.ts";
import type { World } from "../platform/world.ts";
import { memberCalls, type MemberCalls } from "../accounts/calls.server.ts";
import { addCall } from "../platform/api/calls.server.ts";
import { accessRefusal } from "../accounts/visit.server.ts";
import { venueOrigin } from "../venues/addresses/origins.server.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { cardLinkInput } from "./enrollment/contract.ts";
import { linkByPhone, linkCard, linkRefusal } from "./enrollment/linking.server.ts";
import { createPass, PASS_TARGETS } from "./passes/passes.server.ts";
import * as examples from "./examples.ts";

const link = z.object({ data: z.object({ link: z.string() }) });
/** What the client detected of the device. */
const walletQuery = z.object({
  type: z.enum(PASS_TARGETS, { error: "card_wallet_type" }).openapi({ description: "The wallet of the device" }),
  origin: z.literal("web", { error: "card_wallet_query" }).optional(),
  os: z.string({ error: "card_wallet_query" }).max(40, { error: "card_wallet_query" }).optional(),
  locale: z.enum(["fr", "en"], { error: "card_wallet_query" }).optional(),
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
    addCall(api, {
      method: "post",
      path,
      summary,
      ...calls.members(),
      query: walletQuery,
      example: { answer: examples.pass },
      answer: link,
      refusals: [409, 429, 503],
      handle: async (c, { by: { member, visit }, query: { type: target, locale = c.var.locale } }) => {
        const { venue } = c.var;
        const origin = venue === null ? publicOrigin(world.config, "localhost") : venueOrigin(world, venue);
        const made = await createPass(world, { ...visit, locale }, member, { target, isTemporary, origin });
        return "ok" in made ? calls.answer(c, { data: made.ok }) : calls.refuse(c, made);
      },
    });
  return api;
}

type Api = ReturnType<typeof apiRouter<Venue>>;

function addLinking(api: Api, world: World, calls: MemberCalls): void {
  addCall(api, {
    method: "post",
    path: "/users/card/link",
    summary: "Links a physical card by its 16 digits",
    ...calls.members(({ member, visit }) => linkRefusal(world, visit, member)),
    body: cardLinkInput,
    example: { body: examples.cardLink, answer: DONE },
    answer: z.object({ data: z.object({ result: z.literal(true) }) }),
    refusals: [404, 409, 429],
    handle: async (c, { by, body }) => calls.done(c, await linkCard(world, by.visit, by.member, body)),
  });
  addCall(api, {
    method: "post",
    path: "/users/pplus/link",
    summary: "Links the member's own membership by phone, name and birthday; null if there is none",
    ...calls.members(({ visit }) => accessRefusal(world, visit)),
    example: { answer: examples.membershipLink },
    answer: z.object({ pplus_id: z.string().nullable() }),
    refusals: [429],
    handle: async (c, { by }) => calls.answer(c, { pplus_id: await linkByPhone(world, by.member) }),
  });
}
