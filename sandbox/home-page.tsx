import type { PaidJackpot } from "./jackpot-floor.ts";

const STYLES = `body{margin:0;font:16px/1.6 system-ui,sans-serif;background:#14100d;color:#f7f0e3}main{max-width:52rem;margin:0 auto;padding:3rem 1.5rem}
h1{font:400 2.25rem/1.1 Georgia,serif;margin:0 0 .5rem}h2{font:400 1.5rem/1.2 Georgia,serif;margin:2.5rem 0 .75rem}p{margin:0 0 1rem;color:#cfc5b4}
table{width:100%;border-collapse:collapse}th,td{text-align:left;padding:.625rem .75rem .625rem 0;border-bottom:1px solid #3a3028}td:last-child,th:last-child{text-align:right;padding-right:0;font-variant-numeric:tabular-nums}a{color:#cfae72}`;

/** The sandbox's front page: what it plays, and what has just happened on its floor. */
export function HomePage({ siteUrl, megapot, recent }: { siteUrl: string; megapot: string; recent: PaidJackpot[] }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Baize sandbox</title>
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      </head>
      <body>
        <main>
          <h1>The outside world</h1>
          <p>
            This server plays what surrounds the casinos’ sites. It speaks to <a href={siteUrl}>{siteUrl}</a> as the
            real services would; the site does not know the difference.
          </p>
          <h2>The casino floor: jackpots</h2>
          <p>
            The Megapot stands at {megapot} €. It grows every five seconds; about every two minutes a machine pays. Both
            are reported through the floor API.
          </p>
          <table>
            <thead>
              <tr>
                <th>Paid at</th>
                <th>Site</th>
                <th>Machine</th>
                <th>Amount</th>
              </tr>
            </thead>
            <tbody>
              {recent.length === 0 ? (
                <tr>
                  <td colSpan={4}>No machine has paid since the sandbox started.</td>
                </tr>
              ) : (
                recent.map((won) => (
                  <tr key={`${won.paidAt} ${won.slot}`}>
                    <td>{won.paidAt.slice(0, 19).replace("T", " ")} UTC</td>
                    <td>{won.siteId}</td>
                    <td>
                      {won.model}, no. {won.slot}
                    </td>
                    <td>{won.amount} €</td>
                  </tr>
                ))
              )}
            </tbody>
          </table>
        </main>
      </body>
    </html>
  );
}
