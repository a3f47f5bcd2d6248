import postcss from "postcss";
import { expect, it } from "vitest";
import { partsOf } from "../bin/sheet-parts.ts";
import { usedRules } from "../src/platform/used-rules.ts";

const used = (css: string, html: string) => usedRules(partsOf(postcss.parse(css).nodes), html);

it("keeps the rules of what a page has, in their order, and leaves the others out", () => {
  const css = ".a{color:red}.b{color:blue}p{margin:0}dialog{padding:0}.a .b,.a .c{top:0}";
  expect(used(css, '<div class="x a"><p class="c">b</p></div>')).toBe(".a{color:red}p{margin:0}.a .c{top:0}");
});

it("leaves out what stands in closed dialogs alone, until one is open", () => {
  const css = ".a{top:0}.b{top:0}dialog{padding:0}";
  const page = (open: string) =>
    `<i class="a"></i><dialog class="b"${open}><i class="a b"></i></dialog><dialog class="b"></dialog>`;
  expect(used(css, page(""))).toBe(".a{top:0}");
  expect(used(css, page(' open=""'))).toBe(css);
});

it("lets nothing be decided by what stands in brackets", () => {
  const css = ".a:not(.b){top:0}:is(.b,.c) .a{top:1px}.a[data-b=c]::before{top:2px}:root:not([data-b]) .a{top:3px}";
  expect(used(css, '<i class="a">')).toBe(css);
});

it("leaves what a pointer lights up to the file", () => {
  const css =
    ".a:is(:hover,[aria-current]){top:0}.a:not(:hover){top:1px}.a:hover,.a:focus{top:2px}.a:active::before{top:3px}.a:active-view-transition{top:4px}";
  const kept =
    ".a:is(:hover,[aria-current]){top:0}.a:not(:hover){top:1px}.a:focus{top:2px}.a:active-view-transition{top:4px}";
  expect(used(css, '<i class="a">')).toBe(kept);
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
