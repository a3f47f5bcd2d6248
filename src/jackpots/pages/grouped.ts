/** An amount to be set in Forum: its narrow space is too narrow to group figures by, the ordinary one reads better. */
export function grouped(amount: string): string {
  return amount.replaceAll("\u202f", "\u00a0");
}
