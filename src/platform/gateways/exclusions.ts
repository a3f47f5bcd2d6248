/** The register to ask: ANJ in France, OJAR in Switzerland, EPIS in Belgium. Each normalises names in its own way. */
export type ExclusionSource = "ANJ" | "OJAR" | "EPIS";
export type ExclusionPurpose = "enrollment" | "entrance" | "daily" | "marketing" | "top-up";
/** A person as their identity document names them; `birthday` is an ISO date. */
export type ExclusionPerson = { lastname: string; firstname: string; birthday: string };
/** "unknown" if the register does not answer, for example during its refresh: entry is then refused, everything else waits. */
export type ExclusionAnswer = "clear" | "barred" | "unknown";
export type ExclusionGateway = {
  /** Whether a person is excluded from gaming. The register gives no reason. Never throws. */
  check: (source: ExclusionSource, person: ExclusionPerson, purpose: ExclusionPurpose) => Promise<ExclusionAnswer>;
  /**
   * The same for many people, in their order, with at most one call for each thousand of them. "unreached" for all people of a call
   * that failed. Never throws.
   */
  match: (
    source: ExclusionSource,
    persons: readonly ExclusionPerson[],
    purpose: ExclusionPurpose,
  ) => Promise<(ExclusionAnswer | "unreached")[]>;
};
