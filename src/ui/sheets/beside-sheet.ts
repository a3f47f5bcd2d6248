/** What stays in sight beside an open sheet: a click there is not meant for the sheet. */
export const besideSheet: { current: HTMLElement | null } = { current: null };
