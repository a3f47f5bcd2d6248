/**
 * Verbs that a room calls when something happens in it, on behalf of rooms below it in the tree: an account is erased, an enrollment is
 * completed. The calling room declares them in its `hooks.ts`, by declaration merging; `app/hooks.server.ts` provides them.
 */
// eslint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface
export interface Hooks {}
