/** An error page. It needs no script and no other file, so that it can be shown when everything else fails. */
export type ErrorPageTexts = {
  locale: "fr" | "en";
  title: string;
  text: string;
  /** The text of the page's one link, to `href`. Null if there is nowhere to go. */
  action: string | null;
  href: string;
};

/** The whole document of an error page. */
export function errorPageHtml({ locale, title, text, action, href }: ErrorPageTexts): string {
  const link = action === null ? "" : `<p><a href="${escapedHtml(href)}">${escapedHtml(action)}</a></p>`;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#0d0a08">
<meta name="robots" content="noindex">
<title>${escapedHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${ERROR_PAGE_STYLE}</style>
</head>
<body>
<main>
${SUN}
<h1>${escapedHtml(title)}</h1>
<p>${escapedHtml(text)}</p>
${link}
</main>
</body>
</html>
`;
}

/**
 * The page's only style element, which a policy names by its hash. `@view-transition` must be here too: a page of the site that is left
 * has begun a transition, which would otherwise end in an error.
 */
export const ERROR_PAGE_STYLE = `
html{color-scheme:dark;background:#0d0a08}
body{margin:0;min-height:100vh;min-height:100svh;display:grid;font:400 1rem/1.6 system-ui,sans-serif;color:#cfc5b4;background:radial-gradient(60% 50% at 50% 42%,#2a1a14,#0d0a08)}
main{align-self:center;justify-self:center;display:grid;justify-items:center;box-sizing:border-box;width:100%;max-width:40rem;padding:4rem 1.25rem 6rem;text-align:center}
svg{width:min(20rem,70vw);fill:none;stroke:#cfae72}
h1{margin:2rem 0 0;font:400 clamp(2rem,1.5rem + 2.4vw,3.25rem)/1.1 Georgia,"Times New Roman",serif;color:#f7f0e3;text-wrap:balance}
p{margin:1rem 0 0;max-width:38ch;text-wrap:balance}
a{display:inline-flex;align-items:center;min-height:3.25rem;margin-top:1rem;padding:0 1.75rem;border:1px solid #cfae726b;color:#f7f0e3;font-weight:500;text-decoration:none}
a:hover{border-color:#cfae72}
a:focus-visible{outline:2px solid #f7f0e3;outline-offset:3px}
@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}
`;

/** The drawing: half a sun on the horizon, and lines of the shore below it. */
const SUN = `<svg viewBox="0 0 320 150" aria-hidden="true"><path stroke-width=".8" d="${raysOfSun()}"/><path d="M132 110a28 28 0 0 1 56 0M0 110H320M70 122H250M104 133H216M136 144H184"/></svg>`;

function raysOfSun(): string {
  return Array.from({ length: 21 }, (_, ray) => {
    const angle = Math.PI * (1 + (ray + 0.5) / 21);
    const at = (radius: number) =>
      `${(160 + radius * Math.cos(angle)).toFixed(1)} ${(110 + radius * Math.sin(angle)).toFixed(1)}`;
    return `M${at(38)}L${at(ray % 2 === 0 ? 104 : 72)}`;
  }).join("");
}

/** Escapes a text for markup and attribute values. */
export function escapedHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
