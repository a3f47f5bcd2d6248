import { createHash, createPublicKey } from "node:crypto";
import { p256Key } from "../cryptography.server.ts";
import type { GatewaySettings } from "./gateway-settings.server.ts";

/** The settings of the services as the sandbox plays them. Their credentials are public. */
export function sandboxGatewaySettings(url: string, smtpPort: number) {
  const google = `${url}/google`;
  return {
    mail: { host: new URL(url).hostname, port: smtpPort, security: "none", login: null },
    sms: {
      url: `${url}/ovh/1.0`,
      serviceName: "sms-sandbox-1",
      sender: "BELRIVE",
      applicationKey: "sandbox-application",
      applicationSecret: "sandbox-application-secret",
      consumerKey: "sandbox-consumer",
      callbackKey: "sandbox-sms-receipts-key",
    },
    google: {
      clientIds: ["sandbox-web.apps.googleusercontent.com", "sandbox-app.apps.googleusercontent.com"],
      clientSecret: "sandbox-google-secret",
      authorizeUrl: `${google}/o/oauth2/v2/auth`,
      tokenUrl: `${google}/token`,
      tokeninfoUrl: `${google}/tokeninfo`,
      userinfoUrl: `${google}/v1/userinfo`,
      peopleUrl: `${google}/v1/people/me`,
      keysUrl: `${google}/oauth2/v3/certs`,
    },
    facebook: {
      appId: "100000000000001",
      appSecret: "sandbox-facebook-secret",
      dialogUrl: `${url}/facebook/v23.0/dialog/oauth`,
      graphUrl: `${url}/facebook/graph/v23.0`,
    },
    apple: {
      clientIds: ["example.belrive.web", "example.belrive.app"],
      teamId: "SANDBOX001",
      keyId: "SANDBOXKEY",
      privateKey: sandboxSigningKey("The sandbox's key for client secrets"),
      url: `${url}/apple`,
    },
    identity: {
      url: `${url}/ubble`,
      clientId: "sandbox-ubble",
      clientSecret: "sandbox-ubble-secret",
      certificate: null,
      key: null,
      webhookKey: createPublicKey(sandboxWebhookKey()).export({ type: "spki", format: "pem" }).toString(),
      linkOrigins: [new URL(url).origin],
    },
    exclusions: { url: `${url}/registers`, token: "sandbox-registers" },
    bank: { own: new Map(), playedAt: url },
  } satisfies Omit<GatewaySettings, "applePass" | "googleWallet">;
}

/** The private key with which the sandbox signs its identity webhooks. The site has the public key. */
export function sandboxWebhookKey(): string {
  return sandboxSigningKey("The sandbox's key for identity notices");
}

/** Derived from a phrase, so that the site and the sandbox, which are two processes, hold the same key pair. */
function sandboxSigningKey(phrase: string): string {
  const secret = createHash("sha256").update(phrase).digest();
  return p256Key(secret).export({ type: "pkcs8", format: "pem" }).toString();
}
