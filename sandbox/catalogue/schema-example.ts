import type { TypedGroup } from "../../src/ui/desk/form-data.ts";
import type { DeskOption } from "../../src/ui/desk/parts.tsx";
import type { ShownField } from "../../src/ui/desk/schema-context.tsx";

type ValueField = Extract<ShownField, { kind: "value" }>;

/** A form as the desk makes it of a contract, with one field of each kind that looks different. */
export const SCHEMA_FIELDS: ShownField[] = [
  {
    kind: "group",
    name: "schema-title",
    label: "Title",
    isOptional: false,
    isLocalized: true,
    fields: [value("fr", "French"), value("en", "English")],
  },
  value("schema-picture", "Picture", { widget: "picture", isOptional: true }),
  value("schema-kind", "Kind", {
    widget: "choice",
    options: [
      { value: "restaurant", label: "Restaurant" },
      { value: "bar", label: "Bar" },
    ],
  }),
  value("schema-offers", "Offers", {
    widget: "many",
    options: [
      { value: "terrace", label: "Terrace" },
      { value: "music", label: "Live music" },
    ],
  }),
  value("schema-bookable", "Can be booked", { widget: "tristate", byDefault: "As the venue says" }),
  value("schema-price", "Price of the menu, in euros", { widget: "amount", help: "What a guest pays, tax included." }),
  {
    kind: "list",
    name: "schema-days",
    label: "Particular days",
    isOptional: true,
    max: 3,
    isFixed: false,
    isMovable: true,
    isSlots: false,
    item: {
      kind: "group",
      name: "day",
      label: "Day",
      isOptional: false,
      isLocalized: false,
      fields: [value("date", "Date", { widget: "date" }), value("note", "Note", { isOptional: true })],
    },
  },
];

export const SCHEMA_TYPED: TypedGroup = {
  "schema-title": { fr: "La Brasserie du Quai", en: "The Brasserie on the Quay" },
  "schema-picture": "dining-brasserie",
  "schema-kind": "restaurant",
  "schema-offers": "terrace",
  "schema-bookable": "",
  "schema-price": "thirty",
  "schema-days": [
    { date: "2026-12-24", note: "Closed at six" },
    { date: "2026-12-31", note: "" },
  ],
};

export const SCHEMA_LEGENDS = { "schema-days.0": "Day 1", "schema-days.1": "Day 2" };
export const SCHEMA_PICTURES: DeskOption[] = [{ value: "dining-brasserie", label: "The brasserie" }];
export const SCHEMA_PROBLEMS = { "schema-price": "This is no amount." };

function value(name: string, label: string, more: Partial<ValueField> = {}): ValueField {
  return { kind: "value", name, label, isOptional: false, widget: "line", options: [], max: null, ...more };
}
