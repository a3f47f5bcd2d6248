import { bankSettingsOf, type BankApplications } from "../platform/settings/bank-settings.server.ts";
import type { Banks } from "../platform/gateways/bank.ts";
import { companyOfSandboxApp } from "../platform/settings/sandbox-bank.server.ts";
import { namedApplication } from "./fintecture-webhook.server.ts";
import { openFintecture, type BankApplication } from "./fintecture.server.ts";

/**
 * Fintecture through the payment application of each company. An application is opened at its first use. A webhook is
 * checked with the keys of the application that it names, so that one company's application cannot speak for another.
 */
export function openBanks(applications: BankApplications, deps: Parameters<typeof openFintecture>[1]): Banks {
  const opened = new Map<string, BankApplication>();
  const companies = new Map([...applications.own].map(([company, { appId }]) => [appId, company]));

  function of(company: string): BankApplication | null {
    const known = opened.get(company);
    if (known !== undefined) return known;
    const settings = bankSettingsOf(applications, company);
    if (settings === null) return null;
    const gateway = openFintecture(settings, deps);
    opened.set(company, gateway);
    return gateway;
  }
  return {
    of,
    readWebhook(message) {
      const named = namedApplication(message.headers);
      const company = companies.get(named) ?? companyOfSandboxApp(named);
      const webhook = company === null ? "unsigned" : (of(company)?.readWebhook(message) ?? "unsigned");
      return company === null || webhook === "unsigned" ? "unsigned" : { company, webhook };
    },
  };
}
