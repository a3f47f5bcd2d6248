/** True once the styles of what only a script opens have arrived (late.css). */
export function hasLateStyles(): boolean {
  return [...document.styleSheets].some(({ href }) => /\/late[-.]/.test(href ?? ""));
}
