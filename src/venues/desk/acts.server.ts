/**
 * The act that a posted form names, among those of its page; undefined for any other name. A plain look-up would also find what every
 * object has, such as `constructor`.
 */
export function actOf<Act>(acts: Readonly<Record<string, Act>>, name: string | undefined): Act | undefined {
  return name !== undefined && Object.hasOwn(acts, name) ? acts[name] : undefined;
}
