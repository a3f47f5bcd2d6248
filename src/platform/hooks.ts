/**
 * Verbs that a room calls when something happens in it, for the rooms that stand on it: an account is erased, an enrollment is
 * completed. The room that calls says which it needs in its `hooks.ts`, by declaration merging; `app/hooks.server.ts` hands them in.
 */
// eslint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface
export interface Hooks {}
