declare module "inline-script:*" {
  const code: string;
  export default code;
}

/** The used part of a package that has no types. */
declare module "node-forge" {
  type Name = { name: string; value: string }[];
  type PrivateKey = { readonly kind: "private" };
  type PublicKey = { readonly kind: "public" };
  type Certificate = {
    publicKey: PublicKey;
    serialNumber: string;
    validity: { notBefore: Date; notAfter: Date };
    setSubject(name: Name): void;
    setIssuer(name: Name): void;
    setExtensions(extensions: object[]): void;
    sign(key: PrivateKey, digest: object): void;
  };
  const forge: {
    pki: {
      createCertificate(): Certificate;
      certificateToPem(certificate: Certificate): string;
      privateKeyFromPem(pem: string): PrivateKey;
      publicKeyFromPem(pem: string): PublicKey;
    };
    md: { sha256: { create(): object } };
  };
  export default forge;
}
