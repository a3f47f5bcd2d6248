/**
 * Makes links to other sites in sanitised HTML open in a new tab, as OutboundLink does. The sanitiser writes every link
 * in one form: `<a href="…">`.
 */
export function outbound(html: string): string {
  return html.replaceAll(/<a href="(https?:[^"]*)">/gi, '<a href="$1" target="_blank" rel="noopener">');
}
