/** What it costs to render a page. The other costs are compared with it. */
export const PAGE = 1;
/** What telling who is logged in costs, which every page asks. */
export const SESSION = 0.2;
/** A call that hashes, signs, writes, asks a provider or makes a file. */
const DEAR = 1;
/** A call that asks the database more than once. */
const READ = 0.2;

/**
 * What each call costs the network that asks (`network-limit.server.ts`): every public or member's call that renders, hashes, writes or
 * asks the database more than once. The rest cost nothing: they ask it once at most, answer from memory, or are for programs that prove
 * who they are first (the floor, the commands, the providers' webhooks). `test/app/request-costs.test.ts` has their list.
 */
export const REQUEST_COSTS: Readonly<Record<string, number>> = {
  "GET /sitemap.xml": DEAR,
  "GET /agenda.ics": DEAR,
  "GET /agenda/:file{.+\\.ics}": DEAR,
  "GET /hors-ligne/carte": DEAR,
  "POST /consent": DEAR,
  "GET /passes/:file": DEAR,
  "GET /v1/passes/:type/:serial": DEAR,
  "POST /v1/devices/:device/registrations/:type/:serial": DEAR,
  "DELETE /v1/devices/:device/registrations/:type/:serial": DEAR,
  "GET /v1/devices/:device/registrations/:type": READ,
  "GET /api/captcha": READ,
  "GET /api/establishment": READ,
  "GET /api/establishments/:establishment_id": READ,
  "GET /api/project": READ,
  "GET /api/project/:projectId": READ,
  "GET /api/announcement/all": READ,
  "POST /api/operators/sessions": DEAR,
  "POST /api/auth/login": DEAR,
  "POST /api/auth/google": DEAR,
  "POST /api/auth/apple": DEAR,
  "POST /api/auth/facebook": DEAR,
  "POST /api/auth/link": DEAR,
  "POST /api/auth/fresh": DEAR,
  "POST /api/users/web": DEAR,
  "POST /api/users/email-confirmation": DEAR,
  "POST /api/users/email-validation": DEAR,
  "POST /api/password/recover": DEAR,
  "POST /api/password/reset": DEAR,
  "POST /api/otp/send": DEAR,
  "POST /api/otp/verify": DEAR,
  "POST /api/auth/introspect": READ,
  "POST /api/auth/logout": READ,
  "GET /api/auth/sessions": READ,
  "DELETE /api/auth/sessions": READ,
  "DELETE /api/auth/sessions/:id": READ,
  "GET /api/profile": READ,
  "PUT /api/users": DEAR,
  "GET /api/users/me/export": DEAR,
  "DELETE /api/users/me": DEAR,
  "GET /api/currency": READ,
  "GET /api/currency/:type": READ,
  "POST /api/users/card/link": DEAR,
  "POST /api/users/pplus/link": DEAR,
  "POST /api/users/pplus/wallet/create": DEAR,
  "POST /api/users/pplus/temp_wallet/create": DEAR,
  "GET /api/users/offers/:status": READ,
  "GET /api/pin-key": READ,
  "GET /api/users/account/cashless": READ,
  "GET /api/users/account/cashless/:site_id/:pin": DEAR,
  "POST /api/users/account/cashless/:site_id/unlocks": DEAR,
  "POST /api/transaction/init": DEAR,
  "POST /api/users/enrollment": DEAR,
};
