import { m } from "../../src/messages/messages.js";
import type { AppMessage } from "../native-host.tsx";
import { VENUES } from "../venues.ts";
import { Layout } from "./layout.tsx";
import { EmptyList, PageTitle, Part, Rows, VenueName, When } from "./parts.tsx";

type NativeProps = { messages: AppMessage[]; sandboxUrl: string; scheme: string };

/** The app: links into its web view, and the messages from the site. */
export function NativePage({ messages, sandboxUrl, scheme }: NativeProps) {
  const { port } = new URL(sandboxUrl);
  return (
    <Layout title={m.sandbox_place_app()} at="/native">
      <div className="screen">
        <PageTitle title={m.sandbox_app_title()} lead={m.sandbox_app_lead({ scheme: `${scheme}://` })} />
        <ul className="links">
          {VENUES.filter(({ isVisible }) => isVisible).map(({ slug }) => (
            <li key={slug}>
              <a href={`http://${slug}.localhost:${port}/`} target="_blank" rel="noreferrer">
                <VenueName slug={slug} />
                <span className="heard"> {m.sandbox_new_tab()}</span>
              </a>
            </li>
          ))}
        </ul>
        <Part id="said" title={m.sandbox_app_said()}>
          {messages.length === 0 ? (
            <EmptyList title={m.sandbox_app_nothing()}>{m.sandbox_app_nothing_hint()}</EmptyList>
          ) : (
            <Rows head={[m.sandbox_column_time(), m.sandbox_column_venue(), m.sandbox_column_message()]}>
              {messages.map(({ at, site, message }, index) => (
                <tr key={`${at} ${messages.length - index}`}>
                  <td>
                    <When at={at} />
                  </td>
                  <td>
                    <VenueName slug={site.split(".")[0]} />
                  </td>
                  <td className="wide">
                    <code>{JSON.stringify(message)}</code>
                  </td>
                </tr>
              ))}
            </Rows>
          )}
        </Part>
      </div>
    </Layout>
  );
}

/** Shown where a phone would leave the web view for the app. */
export function AppTookOverPage({ address }: { address: string }) {
  return (
    <Layout title={m.sandbox_app_title()}>
      <div className="narrow">
        <span className="ornament ornament-mark" aria-hidden="true" />
        <h1 className="title-2">{m.sandbox_app_open()}</h1>
        <p className="quiet">
          {m.sandbox_app_open_by()} <code>{address}</code>
        </p>
        <p className="quiet">{m.sandbox_app_open_lead()}</p>
      </div>
    </Layout>
  );
}
