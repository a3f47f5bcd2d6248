const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for a UUID as the database writes it, in lower case. Any other text would make a query fail. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
