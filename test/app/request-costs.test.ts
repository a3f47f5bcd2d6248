import { expect, it } from "vitest";
import { REQUEST_COSTS } from "../../src/app/request-costs.ts";
import { API_ROUTES } from "./route-table.ts";

/** Why a call that people without a key may make has no limit by network. */
const WITHOUT_LIMIT: Record<string, string> = {
  "GET /healthz": "asks nothing",
  "GET /readyz": "one query on a connection of its own",
  "GET /adminAuth/:key": "asks nothing; the ticket is read by a call of its own",
  "GET /media/rules/:key": "a page, which counts as one",
  "GET /media/avatars/:key": "one query",
  "GET /media/:key": "one query; a size is encoded once, by the encoder's own queue",
  "GET /media/*": "asks nothing",
  "GET /assets/logos/logos-casinos/:file": "one query",
  "GET /assets/*": "a file in memory",
  "GET /icon.svg": "a file in memory",
  "GET /favicon.ico": "a file in memory",
  "GET /icon-180.png": "a file in memory",
  "GET /icon-192.png": "a file in memory",
  "GET /icon-512.png": "a file in memory",
  "GET /pass-strip.jpg": "a file in memory",
  "GET /robots.txt": "asks nothing",
  "GET /manifest.webmanifest": "asks nothing",
  "GET /sw.js": "a file in memory",
  "GET /offline": "asks nothing",
  "GET /stopped": "asks nothing",
  "GET /api/import.schema.json": "made once",
  "GET /api/project/content/:projectId/:key": "one query",
  "GET /api/site/:site_id/games/stats": "one query",
  "GET /api/site/jackpot/MEGAPOT/live": "kept in memory",
  "GET /api/site/:site_id/jackpot/stats": "one query",
  "GET /api/site/:site_id/jackpot/latest": "one query",
  "GET /api/site/:site_id/jackpot/latest/week": "one query",
  "GET /api/site/:site_id/jackpot/latest/month": "one query",
  "GET /api/site/:site_id/slot/:slot_number/jackpot/latest": "one query",
  "GET /api/users/gifts/version": "kept in memory; pages poll it",
  "GET /api/transaction/:transaction_uuid": "kept in memory while pages poll it",
  "GET /api/users/enrollment": "kept in memory while pages poll it",
  "GET /api/docs": "a file in memory",
  "GET /api/docs/start.js": "a file in memory",
  "GET /api/docs/:file": "a file in memory",
  "GET /api/openapi.json": "made once",
  "POST /v1/log": "counted and not stored",
  "POST /webhooks/facebook": "a signature is checked first",
  "POST /webhooks/apple": "a signature is checked first",
  "GET /webhooks/facebook/:code": "asks nothing",
  "POST /webhooks/fintecture": "a signature is checked first",
  "POST /webhooks/ubble": "a signature is checked first",
  "GET /webhooks/ovh": "a secret is checked first",
  "POST /webhooks/ovh": "a secret is checked first",
};

it("every call that people without a key may make has a cost by network, or a reason for none", () => {
  const open = Object.entries(API_ROUTES).filter(([, who]) => ["anyone", "member", "pass", "provider"].includes(who));
  const decided = [...Object.keys(REQUEST_COSTS), ...Object.keys(WITHOUT_LIMIT)];
  expect(decided.toSorted()).toEqual(open.map(([route]) => route).toSorted());
});
