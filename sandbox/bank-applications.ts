import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BankSettings } from "../src/platform/settings/bank-settings.server.ts";
import { companyOfSandboxApp, sandboxBankSettings } from "../src/platform/settings/sandbox-bank.server.ts";

/** A company's payment application, with the holder of its account and the account (IBAN). */
export type BankApplication = { application: string; beneficiary: string | null; account: string | null };
export type BankApplications = ReturnType<typeof openBankApplications>;

const DEMO = "demo/venues";

/**
 * The payment applications that the bank knows. Those of the demonstration come with their beneficiaries; the sandbox
 * plays one for every other company too, at its first call, and then knows its id only.
 */
export function openBankApplications(url: string) {
  const known = new Map(demoApplications().map((one) => [one.application, one]));
  return {
    list: () => [...known.values()],
    find: (application: string) => known.get(application),
    /** Null for an id that is not the sandbox's. */
    settingsOf(application: string): BankSettings | null {
      const company = companyOfSandboxApp(application);
      if (company === null) return null;
      if (!known.has(application)) known.set(application, { application, beneficiary: null, account: null });
      return sandboxBankSettings(url, company);
    },
  };
}

type VenueFile = {
  establishment: {
    operating_company?: { beneficiary: string; account?: string; payment_application?: string };
  };
};

/** Empty where the demonstration is not installed. */
function demoApplications(): BankApplication[] {
  try {
    return readdirSync(DEMO)
      .filter((name) => name.endsWith(".json"))
      .flatMap((name) => applicationOf(JSON.parse(readFileSync(join(DEMO, name), "utf8")) as VenueFile));
  } catch {
    return [];
  }
}

function applicationOf({ establishment: { operating_company: company } }: VenueFile): BankApplication[] {
  if (company?.payment_application === undefined) return [];
  const { payment_application: application, beneficiary, account = null } = company;
  return [{ application, beneficiary, account }];
}
