import type { AppMessage } from "../native-host.tsx";
import { Layout, When } from "./layout.tsx";

type NativeProps = { messages: AppMessage[]; sandboxUrl: string; scheme: string };
const SLUGS = ["port-serac", "valombre", "aubenac", "montreval", "blankenduin"];

/** The app: links into its web view, and the messages from the site. */
export function NativePage({ messages, sandboxUrl, scheme }: NativeProps) {
  const { port } = new URL(sandboxUrl);
  return (
    <Layout title="The app" at="/native">
      <h1>The app</h1>
      <p>
        On this port each venue’s site is shown as the app’s web view shows it: with the bridge in every page. The app’s
        scheme is <code>{scheme}://</code>; its popups are windows of their own.
      </p>
      <ul>
        {SLUGS.map((slug) => (
          <li key={slug}>
            <a href={`http://${slug}.localhost:${port}/`} target="_blank" rel="noreferrer">
              {`Open ${slug} in the app`}
            </a>
          </li>
        ))}
      </ul>
      <h2>What was said</h2>
      {messages.length === 0 ? (
        <p>Nothing yet.</p>
      ) : (
        <div className="wrap">
          <table>
            <thead>
              <tr>
                <th>When</th>
                <th>Site</th>
                <th>Message</th>
              </tr>
            </thead>
            <tbody>
              {messages.map(({ at, site, message }, index) => (
                <tr key={`${at} ${messages.length - index}`}>
                  <td className="when">
                    <When at={at} />
                  </td>
                  <td>{site}</td>
                  <td>
                    <code>{JSON.stringify(message)}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Layout>
  );
}

/** Shown where a phone would leave the web view for the app. */
export function AppTookOverPage({ address }: { address: string }) {
  return (
    <Layout title="The app">
      <h1>The app is open</h1>
      <p>
        It was called by <code>{address}</code> and has logged in. The page behind this window hears of it within a
        second; this window can be closed.
      </p>
    </Layout>
  );
}
