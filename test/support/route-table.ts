import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Permission } from "../../src/staff/contract.ts";

/**
 * Who may use each route of the app and each page, listed by hand. The tests fail for a route that is not listed, so that nobody
 * adds one without deciding who may use it.
 *
 * - "anyone": the answer is the same for all, or about nobody in particular;
 * - "member": the answer is about the logged-in person only;
 * - "operator": any valid session of an operator; a permission: operators of that site who have it;
 * - "floor", "import", "metrics", "provider", "pass": holders of a key, a signature or a pass;
 * - "inner": middleware that answers nothing itself.
 */
export type Audience =
  | "anyone"
  | "member"
  | "operator"
  | Permission
  | "floor"
  | "import"
  | "metrics"
  | "provider"
  | "pass"
  | "inner";

export const API_ROUTES: Record<string, Audience> = {
  "ALL /*": "inner",
  "ALL /api/*": "inner",
  "ALL /api/site/jackpot/*": "inner",
  "ALL /api/floor/*": "inner",
  "ALL /media/*": "inner",
  "ALL /webhooks/*": "inner",
  "GET /*": "inner",
  "GET /healthz": "anyone",
  "GET /readyz": "anyone",
  "GET /metrics": "metrics",
  "GET /adminAuth/:key": "anyone",
  "GET /media/rules/:key": "anyone",
  "GET /media/avatars/:key": "anyone",
  "GET /media/:key": "anyone",
  "GET /media/*": "anyone",
  "GET /assets/logos/logos-casinos/:file": "anyone",
  "GET /assets/*": "anyone",
  "GET /icon.svg": "anyone",
  "GET /icon-180.png": "anyone",
  "GET /icon-192.png": "anyone",
  "GET /icon-512.png": "anyone",
  "GET /robots.txt": "anyone",
  "GET /sitemap.xml": "anyone",
  "GET /manifest.webmanifest": "anyone",
  "GET /sw.js": "anyone",
  "GET /offline": "anyone",
  "GET /stopped": "anyone",
  "POST /consent": "anyone",
  "GET /hors-ligne/carte": "anyone",
  "POST /api/floor/jackpots": "floor",
  "PUT /api/floor/jackpots/MEGAPOT": "floor",
  "POST /api/floor/entrances": "floor",
  "PUT /api/floor/members/:card/pin": "floor",
  "POST /api/floor/wallets/:card/loads": "floor",
  "POST /api/floor/wallets/:card/spends": "floor",
  "POST /api/floor/gifts/:code/reservations": "floor",
  "POST /api/floor/gifts/:code/burns": "floor",
  "POST /api/floor/gifts/:code/reversals": "floor",
  "GET /api/floor/cards/:card_number": "floor",
  "PUT /api/floor/cards/:card_number": "floor",
  "POST /api/floor/cards/:card_number/replacements": "floor",
  "POST /api/floor/cards/:card_number/insertions": "floor",
  "POST /api/floor/cards/:card_number/ejections": "floor",
  "POST /api/floor/earnings": "floor",
  "POST /api/floor/spendings": "floor",
  "POST /api/floor/earnings/:earning/reversals": "floor",
  "GET /api/import.schema.json": "anyone",
  "POST /api/imports": "import",
  "POST /api/auth/login": "anyone",
  "POST /api/auth/google": "anyone",
  "POST /api/auth/apple": "anyone",
  "POST /api/auth/facebook": "anyone",
  "POST /api/auth/link": "anyone",
  "POST /api/auth/introspect": "member",
  "POST /api/auth/logout": "member",
  "GET /api/auth/sessions": "member",
  "DELETE /api/auth/sessions": "member",
  "DELETE /api/auth/sessions/:id": "member",
  "POST /api/users/web": "anyone",
  "POST /api/users/email-validation": "member",
  "POST /api/users/email-confirmation": "anyone",
  "POST /api/password/recover": "anyone",
  "POST /api/password/reset": "anyone",
  "POST /api/otp/send": "member",
  "POST /api/otp/verify": "member",
  "GET /api/profile": "member",
  "PUT /api/users": "member",
  "GET /api/users/me/export": "member",
  "DELETE /api/users/me": "member",
  "GET /api/currency": "member",
  "GET /api/currency/:type": "member",
  "POST /api/users/card/link": "member",
  "POST /api/users/pplus/link": "member",
  "POST /api/users/pplus/wallet/create": "member",
  "POST /api/users/pplus/temp_wallet/create": "member",
  "GET /api/establishment": "anyone",
  "GET /api/establishments/:establishment_id": "anyone",
  "GET /api/project": "anyone",
  "GET /api/project/:projectId": "anyone",
  "GET /api/project/content/:projectId/:key": "anyone",
  "GET /api/site/:site_id/games/stats": "anyone",
  "GET /api/announcement/all": "anyone",
  "GET /api/site/jackpot/MEGAPOT/live": "anyone",
  "GET /api/site/:site_id/jackpot/stats": "anyone",
  "GET /api/site/:site_id/jackpot/latest": "anyone",
  "GET /api/site/:site_id/jackpot/latest/week": "anyone",
  "GET /api/site/:site_id/jackpot/latest/month": "anyone",
  "GET /api/site/:site_id/slot/:slot_number/jackpot/latest": "anyone",
  "GET /api/users/offers/:status": "member",
  "GET /api/users/gifts/version": "member",
  "GET /api/captcha": "anyone",
  "GET /api/pin-key": "member",
  "GET /api/users/account/cashless": "member",
  "GET /api/users/account/cashless/:site_id/:pin": "member",
  "POST /api/users/account/cashless/:site_id/unlocks": "member",
  "POST /api/transaction/init": "member",
  "GET /api/transaction/:transaction_uuid": "member",
  "GET /api/users/enrollment": "member",
  "POST /api/users/enrollment": "member",
  "POST /api/operators/sessions": "anyone",
  "DELETE /api/operators/sessions": "operator",
  "DELETE /api/operators/sessions/:id": "STAFF",
  "DELETE /api/operators/tickets": "STAFF",
  "GET /api/authedit": "operator",
  "PUT /api/project/content": "SITE_UPDATE",
  "PUT /api/project/clearcache": "SITE_UPDATE",
  "GET /api/operators/content/:projectId": "SITE_UPDATE",
  "GET /api/operators/content/:projectId/:key/revisions": "SITE_UPDATE",
  "POST /api/operators/content/:projectId/:key/restorations": "SITE_UPDATE",
  "POST /api/operators/content/:projectId/:key/publications": "CONTENT_PUBLISH",
  "POST /api/operators/content/:projectId/:key/discards": "SITE_UPDATE",
  "DELETE /api/operators/content/:projectId/schedules/:id": "CONTENT_PUBLISH",
  "POST /api/img/upload/full": "SITE_UPDATE",
  "GET /api/operators/pictures/:projectId/:key": "SITE_UPDATE",
  "PUT /api/operators/pictures/:projectId/:key": "SITE_UPDATE",
  "POST /api/operators/pictures/:projectId/:key/restorations": "SITE_UPDATE",
  "GET /api/openapi.json": "anyone",
  "GET /passes/:file": "pass",
  "POST /v1/devices/:device/registrations/:type/:serial": "pass",
  "DELETE /v1/devices/:device/registrations/:type/:serial": "pass",
  // Apple's protocol sends no token here. The answer only lists the serials of a device that changed, and the
  // device's id is the secret.
  "GET /v1/devices/:device/registrations/:type": "anyone",
  "GET /v1/passes/:type/:serial": "pass",
  "POST /v1/log": "anyone",
  "POST /webhooks/facebook": "provider",
  "POST /webhooks/apple": "provider",
  "GET /webhooks/facebook/:code": "anyone",
  "POST /webhooks/fintecture": "provider",
  "POST /webhooks/ubble": "provider",
  "GET /webhooks/ovh": "provider",
  "POST /webhooks/ovh": "provider",
};

/** Pages by their pattern. Pages of the desk declare their permissions themselves (src/venues/desk/routes.ts). */
export const PAGE_ROUTES: Record<string, "anyone" | "member" | "desk"> = {
  "/": "anyone",
  "/agenda": "anyone",
  "/agenda/:id/:name": "anyone",
  "/agenda/:query": "anyone",
  "/spectacles": "anyone",
  "/spectacles/:id/:name": "anyone",
  "/jeux": "anyone",
  "/jeux/jackpots": "anyone",
  "/jeux/:key": "anyone",
  "/media/rules/:key": "anyone",
  "/restauration": "anyone",
  "/restauration/:slug": "anyone",
  "/activite/:slug": "anyone",
  "/meetings-events/:slug": "anyone",
  "/cgu": "anyone",
  "/legal-notices": "anyone",
  "/politique-de-confidentialite": "anyone",
  "/index-egalite-professionnelle": "anyone",
  "/concept-social": "anyone",
  "/players-plus-ch": "anyone",
  "/players-plus": "member",
  "/players-plus/create": "member",
  "/players-plus/reglement": "anyone",
  "/players-plus/link": "member",
  "/ma-carte": "member",
  "/me-connecter": "anyone",
  "/creer-un-compte": "anyone",
  "/creer-un-compte-form": "anyone",
  "/recuperer-mon-mot-de-passe": "anyone",
  "/nouveau-mot-de-passe": "anyone",
  "/email-confirmation": "anyone",
  "/nouvelle-adresse": "anyone",
  "/changement-adresse": "anyone",
  "/phone-define": "member",
  "/session": "anyone",
  "/session/menu": "anyone",
  "/portefeuille": "member",
  "/pseudo": "member",
  "/connexion/relier": "anyone",
  "/connexion/:provider": "anyone",
  "/connexion/:provider/retour": "anyone",
  "/mon-compte": "member",
  "/mon-compte/photo": "member",
  "/players-plus/releve": "member",
  "/native-me-connecter": "anyone",
  "/native-session": "member",
  "/me-deconnecter": "anyone",
  "/*": "anyone",
};

/**
 * The patterns of all pages of the route map. A layout has no address of its own. A route with an optional last part
 * counts as two.
 */
export function pagePatterns(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path = "", children }) => {
    if (children !== undefined) return pagePatterns(children);
    return path.endsWith("?") ? [`/${path.replace(/\/:\w+\?$/, "")}`, `/${path.slice(0, -1)}`] : [`/${path}`];
  });
}
