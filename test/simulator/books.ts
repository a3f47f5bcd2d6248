import type { DeskCase } from "../../src/wallet/payments/cases/desk.server.ts";

/** The database's rows of one simulation, read in one statement. Amounts are in cents. */
export type Books = {
  wallets: { membership: string; site: number; name: string; limit: number; balance: number; ledger_limit: number }[];
  payments: {
    uuid: string;
    membership: string;
    site: number;
    company: string;
    amount: number;
    currency: string;
    status: string;
    transaction_status: string;
    error: string | null;
    is_reserved: boolean;
    next_check_at: string | null;
  }[];
  sessions: {
    id: string;
    /** Null for a session of an unknown payment. */
    payment: string | null;
    /** The company whose account the money is on. */
    company: string;
    received: number | null;
    outcome: "held" | "credited" | "refund_due" | "refunded" | null;
    next: string | null;
  }[];
  legs: {
    entry: number;
    key: string;
    kind: string;
    payment: string | null;
    account: string;
    amount: number;
    balance: number | null;
  }[];
  cases: {
    id: number;
    payment: string | null;
    session: string | null;
    site: number;
    reason: DeskCase["reason"];
    is_open: boolean;
    decision: string | null;
  }[];
  orders: {
    id: string;
    payment: string;
    case: number | null;
    site: number;
    decision: "credit" | "refund";
    session: string;
    is_open: boolean;
    verdict: string | null;
    ended_session: string | null;
    is_in_trail: boolean;
  }[];
  days: { membership: string; day: string; total: number }[];
  mails: string[];
  pins: { membership: string; attempts: number }[];
  members: { membership: string; is_excluded: boolean; inserted_at: number | null }[];
};
/** Runs a statement of the test harness, outside the simulation. */
export type Raw = <Row>(text: string, parameters: unknown[]) => Promise<Row[]>;

/** $1: the memberships, $2: the last ledger entry before the simulation. */
const READ = `prepare books (text[], bigint) as select jsonb_build_object(
  'wallets', coalesce((select jsonb_agg(jsonb_build_object('membership', w.membership_id, 'site', w.site_id, 'name', a.name,
      'limit', w.limit_minor, 'balance', a.balance_minor, 'ledger_limit', a.limit_minor))
    from wallets w join ledger_accounts a on a.name = 'wallet:' || w.membership_id || ':' || w.site_id
    where w.membership_id = any ($1)), '[]'),
  'payments', coalesce((select jsonb_agg(jsonb_build_object('uuid', uuid, 'membership', membership_id, 'site', site_id,
      'company', company, 'amount', amount_minor, 'currency', currency, 'status', status, 'transaction_status', transaction_status,
      'error', error, 'is_reserved', is_reserved, 'next_check_at', next_check_at) order by created_at, uuid)
    from payments where membership_id = any ($1)), '[]'),
  'sessions', coalesce((select jsonb_agg(jsonb_build_object('id', session_id, 'payment', payment_uuid,
      'company', coalesce(company, (select company from payments where uuid = payment_uuid)),
      'received', received_minor, 'outcome', outcome, 'next', refund_next_at) order by seen_at, session_id)
    from payment_sessions where payment_uuid is null or payment_uuid in (select uuid from payments where membership_id = any ($1))), '[]'),
  'legs', coalesce((select jsonb_agg(jsonb_build_object('entry', e.id, 'key', e.key, 'kind', e.kind,
      'payment', e.details ->> 'payment', 'account', a.name, 'amount', l.amount_minor, 'balance', l.balance_minor) order by e.id, a.name)
    from ledger_entries e join ledger_legs l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
    where e.id > $2), '[]'),
  'cases', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'payment', p.uuid, 'session', c.session_id, 'site', p.site_id,
      'reason', c.reason, 'is_open', c.closed_at is null, 'decision', c.decision) order by c.id)
    from payment_cases c join payments p on p.uuid = c.payment_uuid where p.membership_id = any ($1)), '[]'),
  'orders', coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'payment', p.uuid, 'case', o.case_id, 'site', o.site_id,
      'decision', o.decision, 'session', o.asked_session, 'is_open', o.ended_at is null, 'verdict', o.verdict,
      'ended_session', o.ended_session, 'is_in_trail', exists (select from audit_entries a where a.project_id = o.site_id - 100
        and a.subject = 'payment:' || p.uuid and a.action = 'payment.order_' || o.verdict and a.before ->> 'order' = o.id::text))
      order by o.asked_at, o.id)
    from payment_orders o join payments p on p.uuid = o.payment_uuid where p.membership_id = any ($1)), '[]'),
  'days', coalesce((select jsonb_agg(jsonb_build_object('membership', membership_id, 'day', gaming_day, 'total', total_minor))
    from aml_totals where membership_id = any ($1)), '[]'),
  'mails', coalesce((select jsonb_agg(id) from mails
    where account_id in (select account_id from payments where membership_id = any ($1))), '[]'),
  'pins', coalesce((select jsonb_agg(jsonb_build_object('membership', membership_id, 'attempts', attempts))
    from pins where membership_id = any ($1)), '[]'),
  'members', coalesce((select jsonb_agg(jsonb_build_object('membership', m.id, 'is_excluded', m.excluded_since is not null,
      'inserted_at', i.site_id)) from memberships m left join card_insertions i on i.membership_id = m.id
    where m.id = any ($1)), '[]')
) as books`;

/** Run once per connection before the first read: planning the statement takes longer than running it. */
export async function prepareBooks(raw: Raw): Promise<void> {
  await raw("set plan_cache_mode = force_generic_plan", []);
  await raw(READ, []);
}

/** `memberships` are numbers as texts. */
export async function readBooks(raw: Raw, memberships: string[], afterEntry: bigint): Promise<Books> {
  const [row] = await raw<{ books: Books }>(`execute books ('{${memberships.join(",")}}', ${afterEntry})`, []);
  if (row === undefined) throw new Error("The books cannot be read");
  return row.books;
}
