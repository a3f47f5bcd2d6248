/**
 * The action that a posted form names, among those of its page; undefined for any other name. A plain look-up would also find what every
 * object has, such as `constructor`.
 */
export function actionOf<Action>(
  actions: Readonly<Record<string, Action>>,
  name: string | undefined,
): Action | undefined {
  return name !== undefined && Object.hasOwn(actions, name) ? actions[name] : undefined;
}
