import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";

/** A check of a key or certificate, which also refuses what cannot be read. */
const readable = (isRight: (pem: string) => boolean) => (pem: string) => {
  try {
    return isRight(pem);
  } catch {
    return false;
  }
};

/** A P-256 key that signs. */
export const isSigningKey = readable((pem) => createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === "prime256v1");

/** The public half of an elliptic curve key. */
export const isPublicKey = readable((pem) => createPublicKey(pem).asymmetricKeyType === "ec");

/** A private RSA key. */
export const isRsaKey = readable((pem) => createPrivateKey(pem).asymmetricKeyType === "rsa");

/** A private RSA key of at least 2048 bits. */
export const isLongRsaKey = readable((pem) => {
  const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
  return asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048;
});

/** A certificate of an RSA key. */
export const isCertificate = readable((pem) => new X509Certificate(pem).publicKey.asymmetricKeyType === "rsa");
