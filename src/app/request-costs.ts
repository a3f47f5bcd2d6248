/** What it costs to render a page. The other costs are compared with it. */
export const PAGE = 1;
/** What telling who is logged in costs, which every page asks. */
export const SESSION = 0.2;
/** A call that hashes, signs, writes, asks a provider or makes a file. */
const COSTLY = 1;
/** A call that asks the database more than once. */
const READ = 0.2;

/**
 * What each call costs the network that asks (`network-limit.server.ts`): every public or member's call that renders, hashes, writes or
 * asks the database more than once. The rest cost nothing: they ask it once at most, answer from memory, or are for programs that prove
 * who they are first (the floor, the commands, the providers' webhooks). `test/app/request-costs.test.ts` has their list.
 */
export const REQUEST_COSTS: Readonly<Record<string, number>> = {
  "GET /sitemap.xml": COSTLY,
  "GET /agenda.ics": COSTLY,
  "GET /agenda/:file{.+\\.ics}": COSTLY,
  "GET /hors-ligne/carte": COSTLY,
  "POST /consent": COSTLY,
  "GET /passes/:file": COSTLY,
  "GET /v1/passes/:type/:serial": COSTLY,
  "POST /v1/devices/:device/registrations/:type/:serial": COSTLY,
  "DELETE /v1/devices/:device/registrations/:type/:serial": COSTLY,
  "GET /v1/devices/:device/registrations/:type": READ,
  "GET /api/captcha": READ,
  "GET /api/establishment": READ,
  "GET /api/establishments/:establishment_id": READ,
  "GET /api/project": READ,
  "GET /api/project/:projectId": READ,
  "GET /api/announcement/all": READ,
  "POST /api/operators/sessions": COSTLY,
  "POST /api/auth/login": COSTLY,
  "POST /api/auth/google": COSTLY,
  "POST /api/auth/apple": COSTLY,
  "POST /api/auth/facebook": COSTLY,
  "POST /api/auth/link": COSTLY,
  "POST /api/auth/fresh": COSTLY,
  "POST /api/users/web": COSTLY,
  "POST /api/users/email-confirmation": COSTLY,
  "POST /api/users/email-validation": COSTLY,
  "POST /api/password/recover": COSTLY,
  "POST /api/password/reset": COSTLY,
  "POST /api/otp/send": COSTLY,
  "POST /api/otp/verify": COSTLY,
  "POST /api/auth/introspect": READ,
  "POST /api/auth/logout": READ,
  "GET /api/auth/sessions": READ,
  "DELETE /api/auth/sessions": READ,
  "DELETE /api/auth/sessions/:id": READ,
  "GET /api/profile": READ,
  "PUT /api/users": COSTLY,
  "GET /api/users/me/export": COSTLY,
  "DELETE /api/users/me": COSTLY,
  "GET /api/currency": READ,
  "GET /api/currency/:type": READ,
  "POST /api/users/card/link": COSTLY,
  "POST /api/users/pplus/link": COSTLY,
  "POST /api/users/pplus/wallet/create": COSTLY,
  "POST /api/users/pplus/temp_wallet/create": COSTLY,
  "GET /api/users/offers/:status": READ,
  "GET /api/pin-key": READ,
  "GET /api/users/account/cashless": READ,
  "GET /api/users/account/cashless/:site_id/:pin": COSTLY,
  "POST /api/users/account/cashless/:site_id/unlocks": COSTLY,
  "POST /api/transaction/init": COSTLY,
  "POST /api/users/enrollment": COSTLY,
};
