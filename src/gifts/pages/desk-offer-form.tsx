import { DeskArea, DeskButtons, DeskCheck, DeskForm, DeskSelect, DeskText } from "../../operators/pages/desk-parts.tsx";
import { deskState } from "../../operators/pages/desk-words.ts";
import { m } from "../../paraglide/messages.js";
import { OFFER_TARGETS, OFFER_TYPES } from "../contract.ts";

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

/** What the form calls a field. */
export function offerFieldLabel(name: string): string {
  return LABELS[name]?.() ?? name;
}

type OfferFormProps = {
  fields: Record<string, string>;
  problem: (name: string) => string | undefined;
  isAuthorisedOnly: boolean;
  currency: "EUR" | "CHF";
  house: string;
};

export function OfferForm({ fields, problem, isAuthorisedOnly, currency, house }: OfferFormProps) {
  const text = (name: string) => ({
    name,
    label: offerFieldLabel(name),
    defaultValue: fields[name] ?? "",
    problem: problem(name),
  });
  return (
    <DeskForm>
      <input type="hidden" name="key" value={fields["key"]} />
      <DeskSelect
        {...text("type")}
        options={OFFER_TYPES.map((type) => ({ value: type, label: deskState("offer_type", type) }))}
      />
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
      <DeskText {...text("play")} isOptional inputMode="decimal" help={m.deskpeople_offer_play_help({ currency })} />
      {isAuthorisedOnly && (
        <DeskCheck
          name="is_authorised"
          label={offerFieldLabel("is_authorised")}
          problem={problem("is_authorised")}
          defaultChecked={fields["is_authorised"] === "1"}
        />
      )}
      <div className="desk-pair">
        <DeskText {...text("available_from")} isOptional type="datetime-local" help={m.deskpeople_offer_from_help()} />
        <DeskText {...text("last_day")} isOptional type="date" help={m.deskpeople_offer_last_day_help()} />
        <DeskText {...text("use_limit")} isOptional inputMode="numeric" help={m.deskpeople_offer_limit_help()} />
      </div>
      <DeskSelect
        {...text("target")}
        options={OFFER_TARGETS.map((target) => ({
          value: target,
          label: target === "home_site" ? m.deskpeople_target_here({ house }) : deskState("target", target),
        }))}
      />
      <DeskText {...text("card_number")} isOptional inputMode="numeric" help={m.deskpeople_offer_card_help()} />
      <DeskButtons>
        <button className="button button-venue" type="submit">
          {m.deskpeople_offer_make()}
        </button>
      </DeskButtons>
    </DeskForm>
  );
}
