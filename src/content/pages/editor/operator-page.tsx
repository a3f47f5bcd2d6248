export const nothing = "";
