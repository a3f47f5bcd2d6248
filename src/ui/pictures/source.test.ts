import { expect, test } from "vitest";
import { coverAddress, focalPoint, pictureSource } from "./source.ts";

const hall = { key: "hall-chandelier", alt: "", x: 62, y: 50, width: 1600, height: 900, version: "0a1b2c3d" };

test("a picture is offered at its useful widths, the last one at its real width", () => {
  const { src, srcSet } = pictureSource(hall);
  expect(src).toBe("/media/hall-chandelier?width=900&v=0a1b2c3d");
  expect(srcSet.split(", ")).toEqual([
    "/media/hall-chandelier?width=300&v=0a1b2c3d 300w",
    "/media/hall-chandelier?width=600&v=0a1b2c3d 600w",
    "/media/hall-chandelier?width=900&v=0a1b2c3d 900w",
    "/media/hall-chandelier?width=1200&v=0a1b2c3d 1200w",
    "/media/hall-chandelier?width=1500&v=0a1b2c3d 1500w",
    "/media/hall-chandelier?width=1800&v=0a1b2c3d 1600w",
  ]);
});

test("widths beyond the original come down to its widest variant, listed once", () => {
  expect(pictureSource({ key: "chip", width: 500 }, { widths: [300, 900, 1200] })).toEqual({
    src: "/media/chip?width=600",
    srcSet: "/media/chip?width=300 300w, /media/chip?width=600 500w",
  });
});

test("the plain address is an offered one, so that no other variant is made for it", () => {
  expect(pictureSource(hall, { widths: [300, 600] }).src).toBe("/media/hall-chandelier?width=600&v=0a1b2c3d");
  expect(pictureSource(hall, { widths: [600, 900, 1200] }).src).toBe("/media/hall-chandelier?width=900&v=0a1b2c3d");
});

test("a CDN stands before the path", () => {
  expect(pictureSource(hall, { widths: [300], mediaUrl: "https://cdn.example" })).toEqual({
    src: "https://cdn.example/media/hall-chandelier?width=300&v=0a1b2c3d",
    srcSet: "https://cdn.example/media/hall-chandelier?width=300&v=0a1b2c3d 300w",
  });
});

test("a cover's version names its focal point; a picture that is not stored has none", () => {
  expect(coverAddress(hall, "600x600")).toBe("/media/hall-chandelier?cover=600x600&v=0a1b2c3d-62-50");
  expect(coverAddress({ ...hall, version: "" }, "600x600")).toBe("/media/hall-chandelier?cover=600x600");
});

test("each focal point gets one rule", () => {
  expect(focalPoint(hall)).toEqual({ "data-x": 60, "data-y": 50 });
  expect(focalPoint({ x: 97.6, y: -3 })).toEqual({ "data-x": 100, "data-y": 0 });
});
