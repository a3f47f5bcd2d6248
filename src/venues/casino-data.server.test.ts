import { describe, expect, it } from "vitest";
import { postalAddress } from "./casino-data.server.ts";

describe("a venue's address in structured data", () => {
  const row = { street_address: "1 quai du Lac", postal_code: "1820", locality: "Montreval", country: "CH" } as const;
  const address = {
    "@type": "PostalAddress",
    streetAddress: "1 quai du Lac",
    postalCode: "1820",
    addressLocality: "Montreval",
    addressCountry: "CH",
  };

  it("names the region where the venue has one", () => {
    const data = postalAddress({ ...row, administrative_area_level_1: "Vaud" });
    expect(data).toEqual({ ...address, addressRegion: "Vaud" });
  });

  it("names no region where the venue has none", () => {
    expect(postalAddress({ ...row, administrative_area_level_1: null })).toStrictEqual(address);
  });
});
