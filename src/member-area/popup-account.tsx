import { AccountSections } from "./account/account-sections.tsx";

export { AccountSections as default };
