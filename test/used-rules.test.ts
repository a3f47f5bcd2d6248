import postcss from "postcss";
import { expect, it } from "vitest";
import { partsOf } from "../bin/sheet-parts.ts";
import { usedRules } from "../src/platform/used-rules.ts";

const used = (css: string, html: string) => usedRules(partsOf(postcss.parse(css).nodes), html);

it("keeps the rules of what a page has, in their order, and leaves the others out", () => {
  const css = ".a{color:red}.b{color:blue}p{margin:0}dialog{padding:0}.a .b,.a .c{top:0}";
  expect(used(css, '<div class="x a"><p class="c">b</p></div>')).toBe(".a{color:red}p{margin:0}.a .c{top:0}");
});

it("lets nothing be decided by what stands in brackets, nor by a state", () => {
  const css =
    ".a:not(.b){top:0}:is(.b,.c) .a{top:1px}.a[data-b=c]:hover::before{top:2px}:root:not([data-b]) .a{top:3px}";
  expect(used(css, '<i class="a">')).toBe(css);
});

it("keeps groups with something in them, and empty ones not", () => {
  const css = "@layer pages{@media (width>=900px){.a{top:0}.b{top:0}}@media print{.b{top:0}}}@layer base, pages;";
  expect(used(css, '<i class="a">')).toBe("@layer pages{@media (width>=900px){.a{top:0}}}@layer base, pages;");
});

it("keeps animations that a kept rule runs, and faces always", () => {
  const css =
    "@keyframes rise{from{top:1px}}@keyframes fall{to{top:1px}}.a{animation:rise 1s}.b{animation:fall 1s}@font-face{font-family:F}";
  const kept = "@keyframes rise{from{top:1px}}.a{animation:rise 1s}@font-face{font-family:F}";
  expect(used(css, '<i class="a">')).toBe(kept);
});
