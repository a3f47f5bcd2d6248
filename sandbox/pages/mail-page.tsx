import { m } from "../../src/messages/messages.js";
import type { Message } from "../inbox.ts";
import { venueInText } from "../venues.ts";
import { Layout } from "./layout.tsx";
import { EmptyList, PageTitle, SandboxIcon, VenueName, When } from "./parts.tsx";

type MailProps = {
  messages: Message[];
  isRead: (id: string) => boolean;
  /** What was searched for. */
  query: string;
  mail: Message | undefined;
  /** True on the mail's own page; else the newest stands beside the list where there is room. */
  isOpen: boolean;
};

/** The mails on the left, one of them on the right. In a narrow window each has a page of its own. */
export function MailPage({ messages, isRead, query, mail, isOpen }: MailProps) {
  return (
    <Layout title={(isOpen ? mail?.subject : null) ?? m.sandbox_place_mail()} at="/mail">
      <div className="screen">
        <PageTitle title={m.sandbox_place_mail()} lead={m.sandbox_mail_lead()}>
          {messages.length === 0 ? null : (
            <form method="post" action="/mail/empty">
              <button className="button button-small button-line">{m.sandbox_mail_empty()}</button>
            </form>
          )}
        </PageTitle>
        <div className="split" data-open={isOpen ? "" : undefined}>
          <div className="register">
            <form className="search" method="get" action="/mail" role="search">
              <label>
                <SandboxIcon name="magnifying-glass" small />
                <span className="heard">{m.sandbox_mail_search()}</span>
                <input type="search" name="q" defaultValue={query} placeholder={m.sandbox_mail_search_in()} />
              </label>
            </form>
            {messages.length === 0 ? (
              <EmptyList title={query === "" ? m.sandbox_mail_nothing() : m.sandbox_mail_nothing_found()}>
                {query === "" ? m.sandbox_mail_nothing_hint() : query}
              </EmptyList>
            ) : (
              <ul>
                {messages.map((one) => (
                  <Row key={one.id} mail={one} query={query} isNew={!isRead(one.id)} isCurrent={one.id === mail?.id} />
                ))}
              </ul>
            )}
          </div>
          {mail === undefined ? <div className="stage" /> : <OneMail mail={mail} />}
        </div>
      </div>
    </Layout>
  );
}

type RowProps = { mail: Message; query: string; isNew: boolean; isCurrent: boolean };
function Row({ mail, query, isNew, isCurrent }: RowProps) {
  const search = query === "" ? "" : `?${new URLSearchParams({ q: query })}`;
  return (
    <li>
      <a
        href={`/mail/${encodeURIComponent(mail.id)}${search}`}
        aria-current={isCurrent ? "true" : undefined}
        data-new={isNew ? "" : undefined}
      >
        <b>
          {subjectOf(mail)}
          {isNew ? <span className="heard">, {m.sandbox_mail_unread()}</span> : null}
        </b>
        <When at={mail.sent_at} />
        <span>{mail.to}</span>
        <VenueName slug={venueOfMail(mail)} />
      </a>
    </li>
  );
}

/** A mail as a mail program shows it: in a frame without script at the width of a telephone or a desk, by day or by night, or as plain text. */
function OneMail({ mail }: { mail: Message }) {
  return (
    <article className="stage" aria-label={subjectOf(mail)}>
      <div className="toolbar">
        <a className="round back" href="/mail" aria-label={m.sandbox_mail_back()}>
          <SandboxIcon name="arrow-left" />
        </a>
        <div className="toolbar-title">
          <h2>{subjectOf(mail)}</h2>
          <p>
            {m.sandbox_mail_from_to({ from: mail.from, to: mail.to })}, <When at={mail.sent_at} />
          </p>
        </div>
        {mail.html === null ? null : <Views />}
      </div>
      {mail.html === null ? null : (
        <div className="paper">
          <iframe
            title={m.sandbox_mail_frame()}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            src={`/mail/${encodeURIComponent(mail.id)}/html`}
          />
        </div>
      )}
      <pre className={mail.html === null ? "plain-text is-only" : "plain-text"}>{mail.text}</pre>
    </article>
  );
}

function Views() {
  return (
    <>
      <Choice
        name="form"
        legend={m.sandbox_mail_form()}
        of={[
          ["html", "HTML"],
          ["text", m.sandbox_mail_text()],
        ]}
      />
      <Choice
        name="width"
        legend={m.sandbox_mail_width()}
        of={[
          ["390", "390"],
          ["700", "700"],
        ]}
        chosen="700"
      />
      <Choice
        name="light"
        legend={m.sandbox_mail_light()}
        of={[
          ["day", m.sandbox_mail_day()],
          ["night", m.sandbox_mail_night()],
        ]}
      />
    </>
  );
}

type ChoiceProps = { name: string; legend: string; of: [value: string, label: string][]; chosen?: string };
function Choice({ name, legend, of, chosen = of[0]?.[0] ?? "" }: ChoiceProps) {
  return (
    <fieldset className={`choice choice-${name}`}>
      <legend className="heard">{legend}</legend>
      {of.map(([value, label]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function subjectOf({ subject }: Message): string {
  return subject === null || subject === "" ? m.sandbox_mail_no_subject() : subject;
}

export function venueOfMail({ from, text }: Message): string | null {
  return (venueInText(from) ?? venueInText(text))?.slug ?? null;
}
