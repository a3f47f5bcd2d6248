/**
 * Sanitised words with their links to other houses opening beside the site, as OutboundLink does. What comes in has been
 * through the sanitiser, which writes every link in one form: `<a href="…">`.
 */
export function outbound(html: string): string {
  return html.replaceAll(/<a href="(https?:[^"]*)">/gi, '<a href="$1" target="_blank" rel="noopener">');
}
