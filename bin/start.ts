import { type ChildProcess, fork } from "node:child_process";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "../src/accounts/demo-accounts.ts";
import { publicOrigin } from "../src/platform/settings/config.server.ts";
import { configOrExit } from "../src/platform/exit.server.ts";

/** Starts the site and the sandbox, unless the sandbox is off or runs already. Stops both together. */
const config = configOrExit();
const children: ChildProcess[] = [];
let isStopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));

const started = performance.now();
const programs = [
  start("build/server/server.js"),
  ...(config.sandbox?.starts === true ? [start("build/sandbox/server.js")] : []),
];
await Promise.all(programs);
announce();

/** Resolves when the program reports that it is ready. If it exits, everything stops. */
function start(file: string): Promise<void> {
  const child = fork(file, {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    execArgv: ["--enable-source-maps"],
  });
  children.push(child);
  child.on("exit", (code) => void stop(code ?? 1));
  return new Promise((resolve) => child.once("message", () => resolve()));
}

function announce(): void {
  const group = publicOrigin(config, "localhost");
  const venue = publicOrigin(config, "port-serac.localhost");
  const lines = [
    "",
    `  The group      ${group}`,
    `  A casino       ${venue}`,
    ...(config.sandbox === null ? [] : [`  The sandbox    ${config.sandbox.url}`, ...demoLines()]),
    `  Ready in ${((performance.now() - started) / 1000).toFixed(1)} s. Ctrl-C stops everything.`,
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function demoLines(): string[] {
  const accounts = DEMO_ACCOUNTS.map(({ email, what }) => `    ${email.padEnd(30)} ${what}`);
  return ["", `  Log-ins, password ${DEMO_PASSWORD}`, ...accounts, ""];
}

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) if (child.exitCode === null) child.kill("SIGTERM");
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null);
  await Promise.all(running.map((child) => new Promise((resolve) => child.once("exit", resolve))));
  process.exit(code);
}
