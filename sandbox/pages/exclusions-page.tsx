import { m } from "../../src/messages/messages.js";
import type { ExcludedPerson, RegisterCalls } from "../exclusions.tsx";
import { day } from "../words.ts";
import { Layout } from "./layout.tsx";
import { Field, EmptyList, PageTitle, Part, Rows } from "./parts.tsx";

const SHOWN = 200;

/** The first excluded persons of the registers, a form to add one, and what the site has asked. */
export function ExclusionsPage({ persons, calls }: { persons: ExcludedPerson[]; calls: RegisterCalls }) {
  return (
    <Layout title={m.sandbox_place_exclusions()} at="/exclusions">
      <div className="screen">
        <PageTitle title={m.sandbox_exclusions_title()} lead={m.sandbox_exclusions_lead()} />
        <dl className="numbers">
          <Count name={m.sandbox_exclusions_checks()} count={calls.checks} />
          <Count name={m.sandbox_exclusions_matches()} count={calls.matches} />
          <Count name={m.sandbox_exclusions_persons()} count={calls.persons} />
        </dl>
        <Part id="excluded" title={m.sandbox_exclusions_list()}>
          {persons.length === 0 ? (
            <EmptyList title={m.sandbox_exclusions_nothing()}>{m.sandbox_exclusions_nothing_hint()}</EmptyList>
          ) : (
            <Rows
              head={[
                m.sandbox_field_lastname(),
                m.sandbox_field_firstname(),
                m.sandbox_field_birthday(),
                m.sandbox_exclusions_register(),
                <span className="heard" key="lift">
                  {m.sandbox_exclusions_lift()}
                </span>,
              ]}
            >
              {persons.slice(0, SHOWN).map((person, at) => (
                <Excluded key={`${person.lastname} ${person.firstname} ${person.birthday}`} person={person} at={at} />
              ))}
            </Rows>
          )}
          {persons.length > SHOWN && (
            <p className="quiet">{m.sandbox_exclusions_more({ count: persons.length - SHOWN })}</p>
          )}
        </Part>
        <AddForm />
      </div>
    </Layout>
  );
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">{count}</dd>
    </div>
  );
}

/** An excluded person, the `at`th of the list, with a button that lifts the exclusion. */
function Excluded({ person, at }: { person: ExcludedPerson; at: number }) {
  const { lastname, firstname, birthday, verdict } = person;
  return (
    <tr>
      <td className="strong">{lastname}</td>
      <td>{firstname}</td>
      <td className="figures">{day(birthday)}</td>
      <td>{verdict === "unknown" ? m.sandbox_exclusions_silent() : m.sandbox_exclusions_barred()}</td>
      <td>
        <form method="post" action="/exclusions">
          <button
            className="button button-small button-line"
            name="remove"
            value={at}
            aria-label={m.sandbox_exclusions_lift_of({ name: `${firstname} ${lastname}` })}
          >
            {m.sandbox_exclusions_lift()}
          </button>
        </form>
      </td>
    </tr>
  );
}

function AddForm() {
  return (
    <form className="sheet-form" method="post" action="/exclusions">
      <h2 className="title-3">{m.sandbox_exclusions_add_title()}</h2>
      <div className="fields">
        <Field label={m.sandbox_field_lastname()} name="lastname" required />
        <Field label={m.sandbox_field_firstname()} name="firstname" required />
        <Field label={m.sandbox_field_birthday()} name="birthday" type="date" required />
        <label className="entry">
          <span>{m.sandbox_exclusions_register()}</span>
          <select name="verdict">
            <option value="barred">{m.sandbox_exclusions_barred()}</option>
            <option value="unknown">{m.sandbox_exclusions_silent()}</option>
          </select>
        </label>
      </div>
      <div className="buttons">
        <button className="button button-ivory">{m.sandbox_exclusions_add()}</button>
      </div>
    </form>
  );
}
