import type { ReactNode } from "react";

const STYLES = `*{box-sizing:border-box}body{margin:0;font:16px/1.6 system-ui,sans-serif;background:#14100d;color:#f7f0e3}main{max-width:60rem;margin:0 auto;padding:2.5rem 1.5rem 4rem}
nav{border-bottom:1px solid #3a3028}nav div{max-width:60rem;margin:0 auto;padding:.5rem 1.5rem;display:flex;flex-wrap:wrap;gap:0 1.5rem}nav a{padding:.5rem 0;text-decoration:none}nav a[aria-current]{color:#f7f0e3;box-shadow:inset 0 -2px #cfae72}
h1{font:400 2.25rem/1.1 Georgia,serif;margin:0 0 .75rem}h2{font:400 1.5rem/1.2 Georgia,serif;margin:2.5rem 0 .75rem}p{margin:0 0 1rem;color:#cfc5b4}a{color:#cfae72;text-underline-offset:.2em}
table{width:100%;border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.625rem .75rem .625rem 0;border-bottom:1px solid #3a3028}th{font-weight:500;color:#cfc5b4}.number{text-align:right;padding-right:0;font-variant-numeric:tabular-nums;white-space:nowrap}td.when{white-space:nowrap;font-variant-numeric:tabular-nums;color:#cfc5b4}.wrap{overflow-x:auto}
code,pre{font:.875rem/1.6 ui-monospace,monospace;color:#e7d9bd}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#1d1713;border:1px solid #3a3028;border-radius:6px;padding:1rem}
label{display:block;margin:0 0 .875rem;color:#cfc5b4}input:not([type=checkbox]),select{display:block;width:100%;margin-top:.25rem;font:inherit;color:#f7f0e3;background:#1d1713;border:1px solid #5c4d3e;border-radius:6px;padding:.5rem .75rem;min-height:44px;color-scheme:dark}
button,.button{font:inherit;min-height:44px;padding:.5rem 1.25rem;border-radius:6px;border:1px solid #cfae72;background:#cfae72;color:#14100d;cursor:pointer}button.quiet{background:none;color:#cfae72}:focus-visible{outline:2px solid #f7f0e3;outline-offset:2px}
.people{list-style:none;margin:0 0 2rem;padding:0;display:grid;gap:.5rem}.people button{width:100%;text-align:left;background:#1d1713;color:#f7f0e3;border-color:#3a3028;line-height:1.4;padding:.75rem 1rem}.people button:hover{border-color:#cfae72}.people small{display:block;color:#cfc5b4}
.narrow{max-width:30rem}.row{display:grid;gap:0 1rem;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr))}.actions{display:flex;gap:.75rem;flex-wrap:wrap;margin-top:.5rem}
iframe{width:100%;height:44rem;border:1px solid #3a3028;border-radius:6px;background:#fff}dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0 0 1.5rem}dt{color:#cfc5b4}dd{margin:0;overflow-wrap:anywhere}
@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}`;

export const PLACES = [
  ["/", "The outside world"],
  ["/mail", "Mail"],
  ["/sms", "SMS"],
  ["/sign-in", "Sign-in"],
  ["/bank", "Bank"],
  ["/wallets", "Wallets"],
  ["/identity", "Identity"],
  ["/exclusions", "Exclusions"],
  ["/casino", "Casino"],
  ["/native", "App"],
  ["/faults", "Faults"],
] as const;

/** The layout of the sandbox's own pages. `at` marks the current one in the menu. A provider's pages have no menu. */
export function Layout({ title, at, children }: { title: string; at?: string; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>{title === "Baize sandbox" ? title : `${title} – Baize sandbox`}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      </head>
      <body>
        {at === undefined ? null : (
          <nav aria-label="Sandbox">
            <div>
              {PLACES.map(([href, name]) => (
                <a key={href} href={href} aria-current={href === at ? "page" : undefined}>
                  {name}
                </a>
              ))}
            </div>
          </nav>
        )}
        <main>{children}</main>
      </body>
    </html>
  );
}

/** An instant as UTC day and time. */
export function When({ at }: { at: string }) {
  return <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 19)}`}</time>;
}
