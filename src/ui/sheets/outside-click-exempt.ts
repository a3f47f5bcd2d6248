/** An element that stays visible beside an open sheet. A click on it does not close the sheet. */
export const outsideClickExempt: { current: HTMLElement | null } = { current: null };
