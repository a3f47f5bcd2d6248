import { readFileSync } from "node:fs";
import { connect, constants, type ClientHttp2Session } from "node:http2";
import { PKPass } from "passkit-generator";
import { projectPath } from "../platform/database/database.server.ts";
import type { ApplePassSettings } from "../platform/settings/gateway-settings.server.ts";
import type { ApplePassGateway, ShownPass } from "../platform/gateways/passes.ts";
import { ProviderUnreachable } from "./provider-fetch.server.ts";

const PUSH_TIMEOUT_MS = 5_000;
const GONE = /BadDeviceToken|Unregistered|DeviceTokenNotForTopic/;
const IMAGES = ["icon.png", "icon@2x.png", "icon@3x.png", "logo.png", "logo@2x.png", "strip.png", "strip@2x.png"];
/** Apple uses no more. */
const PLACES_MAX = 10;

/** Apple Wallet: signs pass archives (.pkpass) and announces changed passes through Apple's push service. */
export function openApplePass(settings: ApplePassSettings): ApplePassGateway {
  const { passTypeId, teamId } = settings;
  const images = Object.fromEntries(
    IMAGES.map((name) => [name, readFileSync(projectPath(`src/gateways/pass-images/${name}`))]),
  );
  return {
    passTypeId,
    async sign(pass, service) {
      const json = { ...passJson(pass, service), passTypeIdentifier: passTypeId, teamIdentifier: teamId };
      const archive = new PKPass(
        { ...images, "pass.json": Buffer.from(JSON.stringify(json)) },
        { signerCert: settings.certificate, signerKey: settings.privateKey, wwdr: settings.intermediate },
      );
      return archive.getAsBuffer();
    },
    push: (pushToken) => push(settings, pushToken),
  };
}

function passJson(pass: ShownPass, service: { url: string; token: string }) {
  const { balance, expiry, gifts, holder, birthday, state, number, about } = pass.fields;
  const field = (key: string, given: { label: string; value: string } | null) =>
    given === null ? [] : [{ key, ...given }];
  return {
    formatVersion: 1,
    serialNumber: pass.serial,
    organizationName: pass.issuer,
    description: pass.description,
    logoText: pass.program,
    authenticationToken: service.token,
    webServiceURL: service.url,
    backgroundColor: "rgb(23, 17, 13)",
    foregroundColor: "rgb(246, 239, 226)",
    labelColor: "rgb(207, 174, 114)",
    sharingProhibited: true,
    voided: pass.isRevoked,
    storeCard: {
      // A change of a field with a `changeMessage`, such as the balance, is shown on the lock screen.
      headerFields: field("gifts", gifts),
      primaryFields: field("balance", balance).map((one) => ({ ...one, changeMessage: `${one.label} : %@` })),
      secondaryFields: [...field("holder", holder), ...field("expiry", expiry)],
      auxiliaryFields: field("state", state).map((one) => ({ ...one, changeMessage: "%@" })),
      backFields: [...field("number", number), ...field("birthday", birthday), ...field("about", about)],
    },
    ...(pass.places.length === 0
      ? {}
      : {
          locations: pass.places
            .slice(0, PLACES_MAX)
            .map(({ latitude, longitude, text }) => ({ latitude, longitude, relevantText: text })),
        }),
    ...(pass.code === null
      ? {}
      : {
          barcodes: [
            {
              format: "PKBarcodeFormatQR",
              message: pass.code.value,
              messageEncoding: "iso-8859-1",
              altText: pass.code.text,
            },
          ],
        }),
  };
}

/** Sends one empty push. The phone then asks our web service for the changed pass. */
async function push(settings: ApplePassSettings, pushToken: string): Promise<"sent" | "gone"> {
  const isSecure = settings.pushUrl.startsWith("https:");
  const session = connect(settings.pushUrl, isSecure ? { cert: settings.certificate, key: settings.privateKey } : {});
  try {
    const { status, text } = await ask(session, settings.passTypeId, pushToken);
    if (status === 200) return "sent";
    if (status === 410 || (status === 400 && GONE.test(text))) return "gone";
    throw new ProviderUnreachable(`Apple's push service answered ${status}`);
  } finally {
    session.destroy();
  }
}

function ask(session: ClientHttp2Session, topic: string, pushToken: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown) =>
      reject(new ProviderUnreachable("Apple's push service: no connection", { cause }));
    session.once("error", refuse);
    const call = session.request({
      [constants.HTTP2_HEADER_METHOD]: "POST",
      [constants.HTTP2_HEADER_PATH]: `/3/device/${encodeURIComponent(pushToken)}`,
      "apns-topic": topic,
      "apns-push-type": "background",
      "apns-priority": "5",
    });
    let status = 0;
    let text = "";
    call.setTimeout(PUSH_TIMEOUT_MS, () => call.close(constants.NGHTTP2_CANCEL));
    call.setEncoding("utf8");
    call.once("response", (headers) => (status = Number(headers[constants.HTTP2_HEADER_STATUS])));
    call.on("data", (part: string) => (text = (text + part).slice(0, 1_000)));
    call.once("error", refuse);
    call.once("close", () => (status === 0 ? refuse(new Error("no answer in time")) : resolve({ status, text })));
    call.end("{}");
  });
}
