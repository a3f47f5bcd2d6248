import { expect, it } from "vitest";
import { namesOf } from "./person-names.ts";

it.each([
  ["Marie Claire Dupont", "Marie Claire", "Dupont"],
  ["Jean Pierre Louis Martin", "Jean Pierre Louis", "Martin"],
  ["Jean de La Tour", "Jean", "de La Tour"],
  ["Pieter Jan van den Berg", "Pieter Jan", "van den Berg"],
  ["Marguerite d’Aubencourt", "Marguerite", "d’Aubencourt"],
  ["Élise  Delmas-Ferré", "Élise", "Delmas-Ferré"],
  ["De Vries", "De", "Vries"],
  ["Prince", "", "Prince"],
])("of %s the first names are %j and the surname is %j", (whole, firstname, lastname) => {
  expect(namesOf(whole)).toEqual({ firstname, lastname });
});
