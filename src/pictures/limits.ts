/** The maximal length of an alternative text, in characters. */
export const ALT_MAX = 300;
