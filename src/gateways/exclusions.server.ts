import { openBreaker } from "../platform/breaker.server.ts";
import type { ExclusionSettings } from "../platform/gateway-settings.server.ts";
import type { ExclusionGateway, ExclusionSource } from "../platform/gateways.ts";
import { jsonObject, providerFetch, type ProviderDeps } from "./provider-fetch.server.ts";

type Person = { lastname: string; firstname: string; birthday: string };

/**
 * The exclusion registers of the three countries, behind the group's own connection. Sends `POST /v1/{source}/checks`
 * with the person as that register spells names, and expects `{verdict: "clear" | "barred" | "unknown", receipt,
 * valid_until}`. Only the verdict is read. Any failure is "unknown".
 */
export function openExclusions(settings: ExclusionSettings, deps: ProviderDeps): ExclusionGateway {
  const guarded = openBreaker(deps.now, "The exclusion register");
  return {
    async check(source, person, purpose) {
      const init = {
        method: "POST",
        headers: { authorization: `Bearer ${settings.token}`, "content-type": "application/json" },
        body: JSON.stringify({ ...personFor(source, person), purpose }),
      };
      const url = `${settings.url}/v1/${source.toLowerCase()}/checks`;
      try {
        return await guarded(async () => {
          const response = await providerFetch(url, init, deps.timeoutMs);
          const { verdict } = response.ok ? await jsonObject(response) : { verdict: null };
          return verdict === "clear" || verdict === "barred" ? verdict : "unknown";
        });
      } catch {
        return "unknown";
      }
    },
  };
}

/**
 * Spells a person as a register expects. The Belgian one (EPIS) takes the first name up to the first space, with
 * hyphenated names whole; `*` for a missing first name; and 1 January if only the year of birth is known. The others
 * take the words of the document.
 */
export function personFor(source: ExclusionSource, person: Person): Person {
  if (source !== "EPIS") return person;
  const [first = ""] = person.firstname.trim().split(/\s+/);
  return {
    lastname: person.lastname.trim(),
    firstname: first === "" ? "*" : first,
    birthday: person.birthday.replace(/^(\d{4})(-00(-00)?)?$/, "$1-01-01"),
  };
}
