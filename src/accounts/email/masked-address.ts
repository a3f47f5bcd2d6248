/** 'c•••@d•••.example': enough for whoever knows the address, and nothing for whoever does not. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const ending = domain.slice(domain.lastIndexOf("."));
  return `${email.slice(0, 1)}•••@${domain.slice(0, 1)}•••${ending}`;
}
