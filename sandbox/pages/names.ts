import { m } from "../../src/messages/messages.js";
import type { BankStatus } from "../bank-book.ts";
import type { Fault, Provider } from "../faults.ts";
import type { SandboxIconName } from "./parts.tsx";

/** How pages call a provider, a fault and a state, each with its icon. */
type Named = { name: () => string; icon: SandboxIconName };

export const PROVIDER_NAMES: Record<Provider, Named & { by: () => string }> = {
  mail: { name: m.sandbox_place_mail, icon: "envelope-simple", by: () => "SMTP" },
  sms: { name: m.sandbox_place_sms, icon: "chat-circle-text", by: () => "OVHcloud" },
  bank: { name: m.sandbox_place_bank, icon: "bank", by: () => "Fintecture" },
  identity: { name: m.sandbox_place_identity, icon: "identification-card", by: () => "Ubble" },
  google: { name: () => "Google", icon: "google-logo", by: m.sandbox_by_log_in },
  apple: { name: () => "Apple", icon: "apple-logo", by: m.sandbox_by_log_in },
  facebook: { name: () => "Facebook", icon: "facebook-logo", by: m.sandbox_by_log_in },
  wallets: { name: m.sandbox_place_wallets, icon: "wallet", by: () => "Google, Apple" },
  exclusions: { name: m.sandbox_place_exclusions, icon: "prohibit", by: m.sandbox_by_registers },
};

export const MODE_NAMES: Record<Fault["mode"], Named & { does: () => string }> = {
  down: { name: m.sandbox_mode_down, icon: "plugs", does: m.sandbox_mode_down_does },
  slow: { name: m.sandbox_mode_slow, icon: "clock", does: m.sandbox_mode_slow_does },
  drop: { name: m.sandbox_mode_drop, icon: "x", does: m.sandbox_mode_drop_does },
  duplicate: { name: m.sandbox_mode_duplicate, icon: "copy", does: m.sandbox_mode_duplicate_does },
  reorder: { name: m.sandbox_mode_reorder, icon: "not-equals", does: m.sandbox_mode_reorder_does },
};

export type Tone = "ok" | "wait" | "bad";
export const BANK_STATUS: Record<BankStatus, Named & { tone: Tone }> = {
  provider_required: { name: m.sandbox_bank_provider_required, icon: "hourglass-medium", tone: "wait" },
  sca_required: { name: m.sandbox_bank_sca_required, icon: "hourglass-medium", tone: "wait" },
  payment_pending: { name: m.sandbox_bank_payment_pending, icon: "clock", tone: "wait" },
  payment_created: { name: m.sandbox_bank_payment_created, icon: "check-circle", tone: "ok" },
  payment_cancelled: { name: m.sandbox_bank_payment_cancelled, icon: "x", tone: "bad" },
  payment_unsuccessful: { name: m.sandbox_bank_payment_unsuccessful, icon: "prohibit", tone: "bad" },
  payment_expired: { name: m.sandbox_bank_payment_expired, icon: "clock", tone: "bad" },
};

export const IDENTITY_STATUS: Record<string, Named & { tone: Tone }> = {
  pending: { name: m.sandbox_identity_pending, icon: "hourglass-medium", tone: "wait" },
  capture_in_progress: { name: m.sandbox_identity_capture, icon: "camera", tone: "wait" },
  checks_in_progress: { name: m.sandbox_identity_checks, icon: "clock", tone: "wait" },
  approved: { name: m.sandbox_identity_approved, icon: "check-circle", tone: "ok" },
  retry_required: { name: m.sandbox_identity_retry, icon: "warning-circle", tone: "wait" },
  declined: { name: m.sandbox_identity_declined, icon: "prohibit", tone: "bad" },
  inconclusive: { name: m.sandbox_identity_inconclusive, icon: "warning-circle", tone: "bad" },
  refused: { name: m.sandbox_identity_refused, icon: "x", tone: "bad" },
  expired: { name: m.sandbox_identity_expired, icon: "clock", tone: "bad" },
};
