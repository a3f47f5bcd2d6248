import { expect, it } from "vitest";
import { openLog } from "./log.server.ts";

function lineOf(fields: object): Record<string, unknown> {
  const lines: string[] = [];
  openLog("info", { write: (line) => void lines.push(line) }).error(fields, "it failed");
  return JSON.parse(lines.join("")) as Record<string, unknown>;
}

it("tells where something failed, and nothing of what libraries hang onto their errors (T45)", () => {
  const refused = Object.assign(new Error("duplicate key value violates unique constraint"), {
    code: "23505",
    detail: "Key (email)=(ana@example.test) already exists.",
    params: ["ana@example.test"],
  });
  const line = lineOf({ err: new TypeError("it cannot be saved", { cause: refused }), route: "/api/users/web" });
  expect(line).toMatchObject({
    msg: "it failed",
    route: "/api/users/web",
    err: {
      type: "TypeError",
      message: "it cannot be saved",
      stack: expect.stringContaining("log.server.test.ts"),
      cause: { type: "Error", code: "23505" },
    },
  });
  expect(JSON.stringify(line)).not.toContain("ana@");
});

it("ends with causes that go round in a circle, and takes what is no error at all", () => {
  const round = new Error("round");
  round.cause = round;
  expect(lineOf({ err: round })).toHaveProperty("err.cause.cause.message", "round");
  expect(lineOf({ err: "ana@example.test" })).toHaveProperty("err", { type: "string" });
});

it("strikes out what opens an account", () => {
  const line = JSON.stringify(lineOf({ token: "t0ken", password: "w0rd", headers: { cookie: "c00kie" } }));
  expect(line).not.toMatch(/t0ken|w0rd|c00kie/);
});
