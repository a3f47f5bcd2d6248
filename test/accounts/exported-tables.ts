/** Reasons why a column of an exported table is left out. */
const OPENS = "a secret: it gives access or proves an identity";
const OURS = "an internal key between rows; the record is in its owner's file anyway";
const DERIVED = "a normalised copy of an exported value, used for comparison";
const WORK = "internal progress that says nothing about the person";
const OTHERS = "it identifies another person";
const GIVEN = "it is exported under another name";

type Exported = { file: string; without: Record<string, string> };

/**
 * For each table: the file of a member's export (GDPR art. 15) that holds its data, and the columns that are left
 * out.
 */
export const exportedTables: Record<string, Exported> = {
  accounts: {
    file: "account",
    without: {
      id: OURS,
      password_hash: OPENS,
      lastname_normalised: DERIVED,
      firstname_normalised: DERIVED,
      pseudo_folded: DERIVED,
      erased_at: "an erased account has no export",
    },
  },
  avatars: { file: "account", without: { account_id: OURS, key: OPENS, mime: GIVEN, body: GIVEN, updated_at: GIVEN } },
  contact_consents: { file: "consents", without: { id: OURS, account_id: OURS } },
  sessions: {
    file: "sessions",
    without: {
      id: OURS,
      account_id: OURS,
      token_hash: OPENS,
      previous_token_hash: OPENS,
      previous_until: WORK,
      is_rotation_due: WORK,
    },
  },
  one_time_tokens: { file: "links", without: { token_hash: OPENS, account_id: OURS, sealed_payload: OPENS } },
  known_browsers: { file: "browsers", without: { account_id: OURS, browser_hash: OPENS } },
  social_identities: { file: "providers", without: { account_id: OURS, sealed_refresh_token: OPENS } },
  otp_codes: {
    file: "codes",
    without: {
      id: OURS,
      device_token_hash: OPENS,
      session_id: OURS,
      account_id: OURS,
      code_hash: OPENS,
      comparisons: WORK,
      message_id: WORK,
    },
  },
  email_changes: {
    file: "email_changes",
    without: {
      id: OURS,
      account_id: OURS,
      asked_by: OTHERS,
      asked_session: OTHERS,
      asked_issuers: OTHERS,
      vouched_by: OTHERS,
      vouched_session: OTHERS,
    },
  },
  mails: { file: "mails", without: { id: OURS, account_id: OURS, sealed_content: OPENS } },
  memberships: {
    file: "membership",
    without: {
      person_hash: OPENS,
      lastname_normalised: DERIVED,
      firstname_normalised: DERIVED,
      exclusion_checked_at: "it is no longer written; register_checks has the times",
    },
  },
  cards: { file: "membership", without: { membership_id: GIVEN } },
  card_insertions: { file: "membership", without: { membership_id: GIVEN } },
  loyalty_lots: { file: "balance", without: { entry_id: OURS, membership_id: OURS } },
  passes: { file: "passes", without: { account_id: OURS, membership_id: OURS, sealed_token: OPENS } },
  pass_devices: { file: "passes", without: { device_id: OPENS, push_token: OPENS } },
  enrollments: {
    file: "enrollment",
    without: {
      id: OURS,
      account_id: OURS,
      person_hash: OPENS,
      document_hash: OPENS,
      sponsor_membership_id: OTHERS,
      claim: WORK,
      claimed_until: WORK,
      creation_failures: WORK,
    },
  },
  enrollment_card_ids: { file: "enrollment", without: { account_id: OURS } },
  enrollment_attempts: {
    file: "enrollment",
    without: { id: OURS, enrollment_id: OURS, sealed_link: OPENS, reread_at: WORK },
  },
  exclusion_verdicts: {
    file: "register_checks",
    without: {
      id: OURS,
      enrollment_id: OURS,
      membership_id: OURS,
      source: "nobody is told which register holds the entry; the authority that keeps it answers requests itself",
    },
  },
  gifts: {
    file: "gifts",
    without: { code: OPENS, offer_id: GIVEN, membership_id: OURS, account_id: OURS, campaign_key: WORK },
  },
  gift_lines: { file: "gifts", without: { code: OPENS } },
  gift_redemptions: { file: "gifts", without: { id: OURS, code: OPENS, event_id: WORK, reversal_event_id: WORK } },
  free_play_days: { file: "free_play", without: { holder: OURS } },
  referral_codes: { file: "referral", without: { membership_id: OURS } },
  referrals: { file: "referral", without: { referee_id: OTHERS, sponsor_id: OTHERS } },
  referral_days: { file: "referral", without: { referee_id: OURS } },
  referral_shares: { file: "referral", without: { referee_id: OTHERS, cents: GIVEN } },
  wallets: { file: "wallets", without: { membership_id: OURS } },
  pins: {
    file: "wallets",
    without: { membership_id: OURS, salt: OPENS, pin_hash: OPENS, attempts: WORK, set_at: GIVEN },
  },
  payments: {
    file: "top_ups",
    without: {
      account_id: OURS,
      return_url: WORK,
      is_reserved: WORK,
      link: OPENS,
      starting_until: WORK,
      is_unsure: WORK,
      next_check_at: WORK,
      unsettled_since: WORK,
    },
  },
  payment_facts: { file: "top_ups", without: { payment_uuid: OURS } },
  payment_sessions: {
    file: "top_ups",
    without: {
      payment_uuid: OURS,
      wallet_membership: "set only until a lost payment is credited, which is then exported",
      wallet_site: "set only until a lost payment is credited, which is then exported",
      failing_since: WORK,
      refund_attempts: WORK,
      refund_next_at: WORK,
      reference: "set only for money whose payment is unknown",
      payer_name: "set only for money whose payment is unknown",
    },
  },
  payment_cases: {
    file: "top_ups",
    without: { id: OURS, payment_uuid: OURS, notice_id: OURS, closed_by: OTHERS },
  },
  payment_orders: {
    file: "top_ups",
    without: {
      id: OURS,
      payment_uuid: OURS,
      case_id: OURS,
      site_id: GIVEN,
      asked_by: OTHERS,
      asked_session: OTHERS,
      asked_issuer: OTHERS,
      asked_issuers: OTHERS,
      ended_by: OTHERS,
      ended_session: OTHERS,
    },
  },
  audit_entries: {
    file: "staff_acts",
    without: { id: OURS, session_id: OTHERS, operator: OTHERS, subject: GIVEN },
  },
};

/** Tables that refer to a person, or seem to, but are not exported, each with the reason. */
export const LEFT_OUT: Record<string, string> = {
  aml_days: "The earlier form of aml_totals, which nothing reads.",
  aml_movements:
    "The anti-money-laundering register is kept apart (L.561-13), and the persons in it may not be told what it concludes (L.561-18). The movements that it counts are exported with the wallets.",
  aml_totals: "The totals of the same register.",
  exclusion_checks:
    "When a register is asked next about each member. What it answered, and when, is exported as register_checks.",
  earning_days:
    "Sums of a member's earnings of a day at a venue, for the venue's limit. The earnings themselves are exported as movements.",
  bank_notices: "The bank's webhooks as received. What they say about a payment is exported with the payment.",
  ledger_house_totals: "Totals of internal ledger accounts.",
  ledger_legs: "Ledger accounts. Those of a member are exported as movements of the balance and of the wallets.",
  offer_establishments: "The venues of an offer: data of the group, not of a person.",
  offer_products: "The products of an offer. The lines of a gift name them.",
  offers: "Texts of the group. An offer made for one member is exported as the gift issued from it.",
  payment_order_lines:
    "Which lost payments staff asked to credit together after a restore. Each is exported once it is credited.",
  pin_challenges: "Hashes of the challenges that pages use to encrypt a PIN. They live for one minute.",
  scheduled_contents: "Texts of a site. The session belongs to an operator.",
  wallet_returns: "Hashes of the tokens that reopen a wallet after a visit to the bank. They live for five minutes.",
  wallet_unlocks: "Hashes of the handles of unlocked wallets. They live for ten minutes.",
};
