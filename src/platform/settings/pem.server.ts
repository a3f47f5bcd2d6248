import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";

/** A P-256 key that signs. */
export function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}

/** The public half of an elliptic curve key. */
export function isPublicKey(value: string): boolean {
  try {
    return createPublicKey(value).asymmetricKeyType === "ec";
  } catch {
    return false;
  }
}

/** A private RSA key. */
export function isRsaKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}

/** A certificate of an RSA key. */
export function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).publicKey.asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}
