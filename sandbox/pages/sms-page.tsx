import { m } from "../../src/messages/messages.js";
import type { Message } from "../inbox.ts";
import { venueInText } from "../venues.ts";
import { phone } from "../words.ts";
import { Layout } from "./layout.tsx";
import { Copy, ForPrograms, EmptyList, PageTitle, Rows, SandboxIcon, VenueName, When } from "./parts.tsx";

/** How many messages the drawn telephone shows. */
const SHOWN = 6;
const CODE = /\b\d{4,6}\b/;

/** Text messages as bubbles on the telephone of the number that is asked for, or of the newest message, and all of them in a table. */
export function SmsPage({ messages, to }: { messages: Message[]; to: string }) {
  const number = messages[0]?.to;
  return (
    <Layout title={m.sandbox_place_sms()} at="/sms">
      <div className="screen">
        <PageTitle title={m.sandbox_place_sms()} lead={m.sandbox_sms_lead()}>
          <form className="search search-own" method="get" action="/sms" role="search">
            <label>
              <SandboxIcon name="magnifying-glass" small />
              <span className="heard">{m.sandbox_column_number()}</span>
              <input type="search" name="to" defaultValue={to} placeholder={m.sandbox_column_number()} />
            </label>
          </form>
        </PageTitle>
        {number === undefined ? (
          <EmptyList title={m.sandbox_sms_nothing()}>{m.sandbox_sms_nothing_hint()}</EmptyList>
        ) : (
          <div className="texts">
            <Handset number={number} messages={messages.filter((one) => one.to === number).slice(0, SHOWN)} />
            <div>
              <Table messages={messages} />
              <ForPrograms>{`GET /api/sms?to=${encodeURIComponent(number)}`}</ForPrograms>
            </div>
          </div>
        )}
      </div>
    </Layout>
  );
}

/** The newest message is the lowest, as on a telephone. */
function Handset({ number, messages }: { number: string; messages: Message[] }) {
  return (
    <section className="handset on-paper" aria-label={m.sandbox_sms_handset({ number: phone(number) })}>
      <div>
        <p className="handset-sender">
          <span className="ornament ornament-mark" aria-hidden="true" />
          {messages[0]?.from}
          <small className="figures">{phone(number)}</small>
        </p>
        <ol className="thread">
          {messages.toReversed().map((one) => (
            <li key={one.id}>
              <When at={one.sent_at} />
              <p>{withCode(one.text)}</p>
            </li>
          ))}
        </ol>
        <span className="handset-home" aria-hidden="true" />
      </div>
    </section>
  );
}

function withCode(text: string) {
  const code = CODE.exec(text);
  if (code === null) return text;
  return (
    <>
      {text.slice(0, code.index)}
      <b>{code[0]}</b>
      {text.slice(code.index + code[0].length)}
    </>
  );
}

function Table({ messages }: { messages: Message[] }) {
  return (
    <Rows head={[m.sandbox_column_time(), m.sandbox_column_number(), m.sandbox_column_code(), m.sandbox_column_text()]}>
      {messages.map(({ id, sent_at: at, to, text }) => {
        const code = CODE.exec(text)?.[0];
        return (
          <tr key={id}>
            <td>
              <When at={at} />
            </td>
            <td className="figures strong nowrap">
              <a className="text-link" href={`/sms?to=${encodeURIComponent(to)}`}>
                {phone(to)}
              </a>
            </td>
            <td>{code === undefined ? "–" : <Copy text={code} label={m.sandbox_sms_copy({ code })} />}</td>
            <td className="wide">
              {text} <VenueName slug={venueInText(text)?.slug} />
            </td>
          </tr>
        );
      })}
    </Rows>
  );
}
