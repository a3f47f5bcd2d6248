import type { DeskAnswer } from "../../../venues/desk/answer.ts";
import { DeskForm } from "../../../ui/desk/form.tsx";
import { DeskArea, DeskCheck, DeskSelect, DeskSubmit, DeskText, type DeskOption } from "../../../ui/desk/parts.tsx";
import { m } from "../../../messages/messages.js";

const LABELS: Record<string, () => string> = {
  type: m.deskpeople_offer_type,
  label_fr: m.deskpeople_offer_label_fr,
  label_en: m.deskpeople_offer_label_en,
  description_fr: m.deskpeople_offer_description_fr,
  description_en: m.deskpeople_offer_description_en,
  product_fr: m.deskpeople_offer_product_fr,
  product_en: m.deskpeople_offer_product_en,
  legal_fr: m.deskpeople_offer_legal_fr,
  legal_en: m.deskpeople_offer_legal_en,
  play: m.deskpeople_offer_play,
  is_authorised: m.deskpeople_offer_authorised,
  available_from: m.deskpeople_offer_from,
  last_day: m.deskpeople_offer_last_day,
  use_limit: m.deskpeople_offer_limit,
  target: m.deskpeople_offer_target,
  card_number: m.deskpeople_offer_card,
};

/** The fields that are filled in again after a refusal. */
export const OFFER_FIELDS = ["key", ...Object.keys(LABELS)];

/** The label of a form field. */
export function offerFieldLabel(name: string): string {
  return LABELS[name]?.() ?? name;
}

type OfferFormProps = {
  /** The idempotency key of a form that has not been sent yet. */
  formKey: string;
  answer: DeskAnswer;
  isAuthorisedOnly: boolean;
  currency: "EUR" | "CHF";
  types: readonly DeskOption[];
  targets: readonly DeskOption[];
};

export function OfferForm({ formKey, answer: { values, problems }, ...offer }: OfferFormProps) {
  const text = (name: string) => ({
    name,
    label: offerFieldLabel(name),
    defaultValue: values[name] ?? "",
    problem: problems[name],
  });
  return (
    <DeskForm>
      <input type="hidden" name="key" value={values["key"] ?? formKey} />
      <DeskSelect {...text("type")} options={offer.types} />
      <div className="desk-pair">
        <DeskText {...text("label_fr")} maxLength={60} lang="fr" help={m.deskpeople_offer_label_help()} />
        <DeskText {...text("label_en")} maxLength={60} lang="en" />
        <DeskArea {...text("description_fr")} maxLength={1000} lang="fr" />
        <DeskArea {...text("description_en")} maxLength={1000} lang="en" />
        <DeskText {...text("product_fr")} maxLength={100} lang="fr" help={m.deskpeople_offer_product_help()} />
        <DeskText {...text("product_en")} maxLength={100} lang="en" />
        <DeskArea {...text("legal_fr")} isOptional maxLength={500} rows={2} lang="fr" />
        <DeskArea {...text("legal_en")} isOptional maxLength={500} rows={2} lang="en" />
      </div>
      <DeskText
        {...text("play")}
        isOptional
        inputMode="decimal"
        help={m.deskpeople_offer_play_help({ currency: offer.currency })}
      />
      {offer.isAuthorisedOnly && (
        <DeskCheck
          name="is_authorised"
          label={offerFieldLabel("is_authorised")}
          problem={problems["is_authorised"]}
          defaultChecked={values["is_authorised"] === "1"}
        />
      )}
      <div className="desk-pair">
        <DeskText {...text("available_from")} isOptional type="datetime-local" help={m.deskpeople_offer_from_help()} />
        <DeskText {...text("last_day")} isOptional type="date" help={m.deskpeople_offer_last_day_help()} />
        <DeskText {...text("use_limit")} isOptional inputMode="numeric" help={m.deskpeople_offer_limit_help()} />
      </div>
      <DeskSelect {...text("target")} options={offer.targets} />
      <DeskText {...text("card_number")} isOptional inputMode="numeric" help={m.deskpeople_offer_card_help()} />
      <DeskSubmit>{m.deskpeople_offer_make()}</DeskSubmit>
    </DeskForm>
  );
}
