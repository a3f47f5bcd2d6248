// The entry of every npm script. It uses the machine's Node (20.20 or later) and built-in modules only, because a
// fresh clone has no node_modules. It installs what is missing, builds what is stale, then starts the command on Node
// 24.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

const [command = "start", ...rest] = process.argv.slice(2);
/** Sends a signal to the program that runs now. */
let pass = null;
let isStopped = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    isStopped = true;
    pass?.(signal === "SIGINT" ? "SIGINT" : "SIGTERM");
  });

// While it waits for a compiler, the preparation handles no signal, so signals are sent to its whole process group.
const prepared = await run(process.execPath, [join("bin", "prepare.mjs"), command], { detached: true });
if (prepared !== 0 || command === "build" || command === "messages") process.exit(prepared);
// `serve` starts the same program; it only prepares nothing.
const program = command === "serve" ? "start" : command;
const node = join("node_modules", ".bin", "node");
// Caches what Node compiles. Without it, compiling takes a third of the time in which a command starts.
process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules", ".cache", "baize-compiled");
process.exit(await run(node, ["--disable-warning=ExperimentalWarning", join("bin", `${program}.ts`), ...rest]));

/** Runs a program to its end and gives its exit code. With `detached` it leads a group of its own. */
function run(program, args, { detached = false } = {}) {
  if (isStopped) process.exit(1);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit", cwd: root, detached });
    const { pid } = child;
    pass = (signal) => (detached && pid !== undefined ? process.kill(-pid, signal) : child.kill(signal));
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      pass = null;
      resolve(signal === null ? code : 1);
    });
  });
}
