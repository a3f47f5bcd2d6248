import type { Message } from "../inbox.ts";
import { Layout, When } from "./layout.tsx";

/** All mail, the newest first. */
export function MailPage({ messages, to }: { messages: Message[]; to: string }) {
  return (
    <Layout title="Mail" at="/mail">
      <h1>Mail</h1>
      <Filter to={to} what="E-mail address" />
      {messages.length === 0 ? (
        <p>Nothing has arrived.</p>
      ) : (
        <div className="wrap">
          <table>
            <thead>
              <tr>
                <th>Sent (UTC)</th>
                <th>To</th>
                <th>Subject</th>
              </tr>
            </thead>
            <tbody>
              {messages.map((mail) => (
                <tr key={mail.id}>
                  <td className="when">
                    <When at={mail.sent_at} />
                  </td>
                  <td>{mail.to}</td>
                  <td>
                    <a href={`/mail/${encodeURIComponent(mail.id)}`}>{mail.subject === "" ? "(none)" : mail.subject}</a>
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

/** One mail as a mail program shows it: its HTML in a frame without script, and its text. */
export function OneMailPage({ mail }: { mail: Message }) {
  return (
    <Layout title={mail.subject ?? "Mail"} at="/mail">
      <h1>{mail.subject}</h1>
      <dl>
        <dt>From</dt>
        <dd>{mail.from}</dd>
        <dt>To</dt>
        <dd>{mail.to}</dd>
        <dt>Sent (UTC)</dt>
        <dd>
          <When at={mail.sent_at} />
        </dd>
      </dl>
      {mail.html === null ? null : (
        <iframe
          title="The mail as HTML"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={`<base target="_blank">${mail.html}`}
        />
      )}
      <h2>As text</h2>
      <pre>{mail.text}</pre>
    </Layout>
  );
}

/** All SMS, the newest first. */
export function SmsPage({ messages, to }: { messages: Message[]; to: string }) {
  return (
    <Layout title="SMS" at="/sms">
      <h1>SMS</h1>
      <Filter to={to} what="Phone number" />
      {messages.length === 0 ? (
        <p>Nothing has arrived.</p>
      ) : (
        <div className="wrap">
          <table>
            <thead>
              <tr>
                <th>Sent (UTC)</th>
                <th>To</th>
                <th>From</th>
                <th>Text</th>
              </tr>
            </thead>
            <tbody>
              {messages.map((sms) => (
                <tr key={sms.id}>
                  <td className="when">
                    <When at={sms.sent_at} />
                  </td>
                  <td>{sms.to}</td>
                  <td>{sms.from}</td>
                  <td>{sms.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Layout>
  );
}

function Filter({ to, what }: { to: string; what: string }) {
  return (
    <form method="get" className="narrow">
      <label>
        {what}
        <input name="to" defaultValue={to} />
      </label>
    </form>
  );
}
