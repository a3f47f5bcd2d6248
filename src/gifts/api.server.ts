import { GROUP } from "../venues/group.ts";
import { z } from "@hono/zod-openapi";
import { memberCalls, type Call, type MemberCalls } from "../accounts/calls.server.ts";
import { namesTag } from "../platform/http/entity-tag.server.ts";
import { addCall } from "../platform/api/calls.server.ts";
import type { Refusal } from "../accounts/contract.ts";
import { closedGate } from "../accounts/gates.ts";
import { gateStateOf, type Member } from "../accounts/member.ts";
import { apiRouter } from "../platform/api/router.server.ts";
import { isoWithOffset } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { expiryOf, giftsOf, LISTS, type ListName, type StoredGift } from "./gifts.server.ts";
import { holderOfTicket, type GiftVersions } from "./versions.server.ts";
import * as examples from "./examples.ts";

const expiration = z
  .string()
  .nullable()
  .openapi({ description: "The instant at which it expires; it is valid until just before" });
const offers = z.object({
  offers: z.array(
    z.object({
      code: z.string(),
      expiration_date: expiration,
      offer: z.object({
        label: z.string(),
        description: z.string(),
        is_auth: z.boolean(),
        expiration_date: expiration,
        establishments: z.array(z.object({ id: z.int(), name: z.string() })),
      }),
      lines: z.array(
        z.object({
          product: z.object({
            label: z.string(),
            description: z.string().nullable(),
            legal_notice: z.string().nullable(),
          }),
        }),
      ),
    }),
  ),
});

/** GET /users/offers/{status}, and the call an open gifts page polls to stay up to date. */
export function giftsApi(world: World, table: VenueTable, versions: GiftVersions) {
  const api = apiRouter<Venue>();
  const calls = memberCalls(world, table);
  addCall(api, {
    method: "get",
    path: "/users/offers/{status}",
    summary: "The member's gifts of one list, available or burned, the newest first",
    ...calls.members(({ member }) => gateRefusal(member)),
    params: z.object({ status: z.string().openapi({ enum: [...LISTS] }) }),
    example: { answer: examples.offers },
    answer: offers,
    refusals: [404, 429],
    handle: (c, { by, params }) => offersAnswer(world, calls, c, by.member, params.status),
  });
  addCall(api, {
    method: "get",
    path: "/users/gifts/version",
    summary: "Changes whenever the member's gifts change; 304 to If-None-Match while they have not",
    isConditional: true,
    admit: (c) =>
      holderOfTicket(world, c.req.header("gifts-ticket") ?? "") ??
      calls.refuse(c, { refusal: { kind: "unauthenticated", error: "members_unauthorised" } }),
    headers: z.object({
      "gifts-ticket": z.string().openapi({ description: "The ticket that the member's gifts page was rendered with" }),
    }),
    example: { answer: examples.version },
    answer: z.object({ version: z.string() }),
    refusals: [401],
    handle: async (c, { by }) => {
      const version = await versions.versionOf(by);
      const etag = `"${version}"`;
      const headers = { ETag: etag, "Cache-Control": "private, no-cache" };
      if (namesTag(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
      return c.json({ version }, 200, headers);
    },
  });
  return api;
}

function gateRefusal(member: Member): Refusal | null {
  if (closedGate("Offers", gateStateOf(member)) === null) return null;
  return { kind: "forbidden", error: "gifts_refused_gates" };
}

async function offersAnswer(
  world: World,
  calls: MemberCalls,
  c: Call,
  member: Member,
  status: string,
): Promise<Response> {
  if (!isList(status)) return calls.refuse(c, { refusal: { kind: "not_found", error: "gifts_refused_list" } });
  const { venue, locale } = c.var;
  const gifts = await giftsOf(world, venue, member, status);
  return calls.answer(c, {
    offers: gifts.map((gift) => offerOf(gift, locale, venue?.policy.timeZone ?? GROUP.timeZone)),
  });
}

function isList(status: string): status is ListName {
  return LISTS.some((list) => list === status);
}

function offerOf(gift: StoredGift, locale: "fr" | "en", zone: string) {
  const iso = (instant: Date | null) => (instant === null ? null : isoWithOffset(instant, zone));
  return {
    code: gift.code,
    expiration_date: iso(expiryOf(gift)),
    offer: {
      label: gift.label[locale],
      description: gift.description[locale],
      is_auth: gift.is_auth,
      expiration_date: iso(gift.offer_expires_at),
      establishments: gift.establishments,
    },
    lines: gift.products.map(({ label, description, legal_notice }) => ({
      product: {
        label: label[locale],
        description: description?.[locale] ?? null,
        legal_notice: legal_notice?.[locale] ?? null,
      },
    })),
  };
}
