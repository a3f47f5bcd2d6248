import { issueTicket, ticketPath } from "../src/staff/tickets.server.ts";
import { PERMISSIONS, permission, type Permission } from "../src/staff/contract.ts";
import { publicOrigin } from "../src/platform/settings/config.server.ts";
import { configOrExit, exitWith } from "../src/platform/exit.server.ts";
import { slug } from "../src/platform/schema.ts";
import { openSecrets } from "../src/platform/secrets/secrets.server.ts";
import { parseArgs } from "node:util";

/**
 * `npm run operator -- <venue slug> [--as <name>] [--can A,B]`: prints a link with which an operator logs in on that
 * venue's site, once and within ten minutes. Needs the installation's secrets, not its database.
 */
const USAGE = "Usage: npm run operator -- <venue slug> [--as <name>] [--can A,B]";
const { values, positionals } = argumentsOf();
const venue = slug.safeParse(positionals[0]);
if (positionals.length !== 1 || !venue.success) exitWith(2, USAGE);
const name = values.as.trim();
if (name === "" || name.length > 80) exitWith(2, "--as: a name has 1 to 80 characters.");
const permissions = permissionsOf(values.can);
const config = configOrExit();
const world = {
  secrets: openSecrets(config.secretsFile),
  now: () => new Date(),
  uuid: () => crypto.randomUUID(),
};
const ticket = await issueTicket(world, { name, venues: [venue.data], permissions });
exitWith(0, `${publicOrigin(config, `${venue.data}.localhost`)}${ticketPath(ticket)}`);

function argumentsOf() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { as: { type: "string", default: "demo" }, can: { type: "string", default: PERMISSIONS.join(",") } },
    });
  } catch (error) {
    return exitWith(2, `${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function permissionsOf(list: string): Permission[] {
  return list.split(",").map((one) => {
    const read = permission.safeParse(one.trim().toUpperCase());
    return read.success
      ? read.data
      : exitWith(2, `--can: ${one} is not a permission; there are ${PERMISSIONS.join(", ")}.`);
  });
}
