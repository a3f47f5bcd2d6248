import { openBreaker } from "../platform/breaker.server.ts";
import type { ExclusionSettings } from "../platform/gateway-settings.server.ts";
import type { ExclusionGateway, ExclusionSource } from "../platform/gateways.ts";
import { jsonObject, providerFetch, type ProviderDeps } from "./provider-fetch.server.ts";

type Person = { lastname: string; firstname: string; birthday: string };

/**
 * The exclusion registers of the three countries behind the group's own connection (providers.md, 11): `POST /v1/{source}/checks` with
 * the person as that register spells one, answered `{verdict: "clear" | "barred" | "unknown", receipt, valid_until}`. Nothing of the
 * answer but the verdict is looked at; whatever else happens is "unknown".
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
 * The Belgian register knows one first name, up to the first space with what is hyphenated whole, `*` for nobody's, and 1 January for
 * a birthday of which only the year is known. The others take the words as the document has them.
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
