import { createPrivateKey, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import type { GoogleWalletSettings } from "../platform/settings/gateway-settings.server.ts";
import type { GoogleWalletGateway, ShownPass } from "../platform/gateways/passes.ts";
import {
  formPost,
  jsonObject,
  providerFetch,
  ProviderUnreachable,
  type ProviderDeps,
} from "./provider-fetch.server.ts";

const SCOPE = "https://www.googleapis.com/auth/wallet_object.issuer";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const ASSERTION_SECONDS = 600;
/** Google ignores more places than these. */
const PLACES_MAX = 10;
/** A token is renewed a minute before it expires. */
const MARGIN_MS = 60_000;

/**
 * Google Wallet. The class and the object are created by REST first, so that the signed token only names them and is
 * short enough for a link.
 */
export function openGoogleWallet(
  settings: GoogleWalletSettings,
  { now, timeoutMs }: ProviderDeps,
): GoogleWalletGateway {
  const key = createPrivateKey(settings.privateKey);
  const classId = `${settings.issuerId}.club`;
  const idOf = (serial: string) => `${settings.issuerId}.${serial}`;
  const access = openAccess(settings, key, { now, timeoutMs });
  let hasClass = false;

  async function call(method: "POST" | "PATCH", path: string, body: object): Promise<number> {
    const { status } = await providerFetch(
      `${settings.apiUrl}/${path}`,
      {
        method,
        headers: { authorization: `Bearer ${await access.token()}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      },
      timeoutMs,
    );
    if (status === 401) access.forget();
    return status;
  }

  /** Creates an object, or reports that it exists. */
  async function makeOnce(path: string, body: object): Promise<"made" | "known"> {
    const status = await call("POST", path, body);
    if (status === 409) return "known";
    if (status === 200) return "made";
    throw new ProviderUnreachable(`Google Wallet answered ${status} to ${path}`);
  }

  async function createOrUpdate(pass: ShownPass, origin: string): Promise<void> {
    if (!hasClass) await makeOnce("loyaltyClass", loyaltyClass(classId, pass, origin));
    hasClass = true;
    const object = { id: idOf(pass.serial), classId, ...loyaltyObject(pass) };
    if ((await makeOnce("loyaltyObject", object)) === "made") return;
    const status = await call("PATCH", `loyaltyObject/${encodeURIComponent(object.id)}`, object);
    if (status !== 200) throw new ProviderUnreachable(`Google Wallet answered ${status} to an update`);
  }

  return {
    saveUrl: settings.saveUrl,
    async save(pass, origin) {
      await createOrUpdate(pass, origin);
      return new SignJWT({
        typ: "savetowallet",
        origins: [origin],
        payload: { loyaltyObjects: [{ id: idOf(pass.serial), classId }] },
      })
        .setProtectedHeader({ alg: "RS256", typ: "JWT" })
        .setIssuer(settings.serviceAccount)
        .setAudience("google")
        .setIssuedAt(Math.floor(now().getTime() / 1000))
        .sign(key);
    },
    update: createOrUpdate,
  };
}

/** The service account's access token, kept until shortly before its end. */
function openAccess(settings: GoogleWalletSettings, key: KeyObject, { now, timeoutMs }: ProviderDeps) {
  let access: { token: string; endsAt: number } | null = null;
  return {
    forget: () => void (access = null),
    async token(): Promise<string> {
      if (access !== null && access.endsAt - MARGIN_MS > now().getTime()) return access.token;
      const at = Math.floor(now().getTime() / 1000);
      const assertion = await new SignJWT({ scope: SCOPE })
        .setProtectedHeader({ alg: "RS256", typ: "JWT" })
        .setIssuer(settings.serviceAccount)
        .setAudience(settings.tokenUrl)
        .setIssuedAt(at)
        .setExpirationTime(at + ASSERTION_SECONDS)
        .sign(key);
      const answer = await providerFetch(settings.tokenUrl, formPost({ grant_type: GRANT, assertion }), timeoutMs);
      const { access_token: token, expires_in: seconds } = await jsonObject(answer);
      if (answer.status !== 200 || typeof token !== "string" || typeof seconds !== "number")
        throw new ProviderUnreachable(`Google gave no access token: status ${answer.status}`);
      access = { token, endsAt: now().getTime() + seconds * 1000 };
      return token;
    },
  };
}

function loyaltyClass(id: string, { issuer, program }: ShownPass, origin: string) {
  return {
    id,
    issuerName: issuer,
    programName: program,
    programLogo: { sourceUri: { uri: `${origin}/icon-512.png` } },
    heroImage: { sourceUri: { uri: `${origin}/pass-strip.jpg` } },
    hexBackgroundColor: "#17110d",
    reviewStatus: "UNDER_REVIEW",
    multipleDevicesAndHoldersAllowedStatus: "ONE_USER_ALL_DEVICES",
  };
}

function loyaltyObject({ code, isRevoked, fields, places }: ShownPass) {
  const { balance, expiry, gifts, holder, birthday, state, number } = fields;
  const texts = { expiry, birthday, state, number };
  const points = (given: { label: string; value: string } | null) =>
    given === null ? null : { label: given.label, balance: { string: given.value } };
  return {
    state: isRevoked ? "INACTIVE" : "ACTIVE",
    accountName: holder.value,
    ...(number === null ? {} : { accountId: number.value }),
    ...(code === null ? {} : { barcode: { type: "QR_CODE", value: code.value, alternateText: code.text } }),
    loyaltyPoints: points(balance),
    secondaryLoyaltyPoints: points(gifts),
    merchantLocations: places.slice(0, PLACES_MAX).map(({ latitude, longitude }) => ({ latitude, longitude })),
    textModulesData: Object.entries(texts).flatMap(([key, given]) =>
      given === null ? [] : [{ id: key, header: given.label, body: given.value }],
    ),
  };
}
