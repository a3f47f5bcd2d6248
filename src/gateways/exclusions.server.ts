import { openBreaker } from "../platform/breaker.server.ts";
import type { ExclusionSettings } from "../platform/settings/gateway-settings.server.ts";
import type {
  ExclusionAnswer,
  ExclusionGateway,
  ExclusionPerson,
  ExclusionSource,
} from "../platform/gateways/exclusions.ts";
import { jsonObject, providerFetch, type ProviderDeps } from "./provider-fetch.server.ts";

/** The most people that the connection takes in one call. */
const CALL_MAX = 1_000;

/**
 * The exclusion registers of the three countries, behind the group's own connection. Each register gets names in its own
 * spelling (`personFor`). The connection has two calls:
 * - `POST /v1/{source}/checks` with one person answers `{verdict: "clear" | "barred" | "unknown", receipt, valid_until}`;
 * - `POST /v1/{source}/matches` with `{persons}`, at most 1,000, answers `{verdicts, receipt, valid_until}` in their order.
 *
 * Only verdicts are read. A failure is "unknown" for one person and "unreached" for many.
 */
export function openExclusions(settings: ExclusionSettings, deps: ProviderDeps): ExclusionGateway {
  const guarded = openBreaker(deps.now, "The exclusion register");

  /** The answer's fields; none if the register does not answer or refuses. */
  async function ask(source: ExclusionSource, path: string, body: object): Promise<Record<string, unknown>> {
    const init = {
      method: "POST",
      headers: { authorization: `Bearer ${settings.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    const url = `${settings.url}/v1/${source.toLowerCase()}/${path}`;
    try {
      return await guarded(async () => {
        const response = await providerFetch(url, init, deps.timeoutMs);
        return response.ok ? jsonObject(response) : {};
      });
    } catch {
      return {};
    }
  }

  return {
    async check(source, person, purpose) {
      const { verdict } = await ask(source, "checks", { ...personFor(source, person), purpose });
      return answerOf(verdict);
    },
    async match(source, persons, purpose) {
      const answers: Awaited<ReturnType<ExclusionGateway["match"]>> = [];
      for (let at = 0; at < persons.length; at += CALL_MAX) {
        const some = persons.slice(at, at + CALL_MAX);
        const body = { persons: some.map((person) => personFor(source, person)), purpose };
        const { verdicts } = await ask(source, "matches", body);
        // Verdicts of a shorter or longer list could belong to other people.
        const isWhole = Array.isArray(verdicts) && verdicts.length === some.length;
        answers.push(...(isWhole ? verdicts.map(answerOf) : some.map(() => "unreached" as const)));
      }
      return answers;
    },
  };
}

function answerOf(verdict: unknown): ExclusionAnswer {
  return verdict === "clear" || verdict === "barred" ? verdict : "unknown";
}

/**
 * Spells a person as a register expects. The Belgian one (EPIS) takes the first name up to the first space, with
 * hyphenated names whole; `*` for a missing first name; and 1 January if only the year of birth is known. The others
 * take the words of the document.
 */
export function personFor(
  source: ExclusionSource,
  { lastname, firstname, birthday }: ExclusionPerson,
): ExclusionPerson {
  if (source !== "EPIS") return { lastname, firstname, birthday };
  const [first = ""] = firstname.trim().split(/\s+/);
  return {
    lastname: lastname.trim(),
    firstname: first === "" ? "*" : first,
    birthday: birthday.replace(/^(\d{4})(-00(-00)?)?$/, "$1-01-01"),
  };
}
