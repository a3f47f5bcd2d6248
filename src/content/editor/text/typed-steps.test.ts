import { describe, expect, it } from "vitest";
import type { BlockDocument } from "../../contract.ts";
import { openSteps } from "./typed-steps.ts";

const text = (words: string): BlockDocument => ({ blocks: [{ type: "paragraph", data: { text: words } }] });

describe("the steps of a text", () => {
  it("lead back to the first state and forward again", () => {
    const steps = openSteps();
    steps.begin([text("a")]);
    steps.type(text("b"));
    steps.type(text("c"));
    expect(steps.counts()).toEqual({ back: 2, on: 0 });
    expect([steps.back(), steps.back(), steps.back()]).toEqual([text("b"), text("a"), undefined]);
    expect([steps.on(), steps.on(), steps.on()]).toEqual([text("b"), text("c"), undefined]);
    expect(steps.now()).toEqual(text("c"));
  });

  it("cannot be redone once something else is typed", () => {
    const steps = openSteps();
    steps.begin([text("a")]);
    steps.type(text("b"));
    steps.back();
    steps.type(text("c"));
    expect(steps.on()).toBeUndefined();
    expect(steps.back()).toEqual(text("a"));
  });

  it("are a hundred at most", () => {
    const steps = openSteps();
    steps.begin([text("0")]);
    for (let n = 1; n <= 150; n += 1) steps.type(text(String(n)));
    expect(steps.counts().back).toBe(99);
  });
});
