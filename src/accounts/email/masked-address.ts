/** 'c•••@d•••.example': its holder recognises it, and nobody else can read it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const ending = domain.slice(domain.lastIndexOf("."));
  return `${email.slice(0, 1)}•••@${domain.slice(0, 1)}•••${ending}`;
}
