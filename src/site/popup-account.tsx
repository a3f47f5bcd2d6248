import { AccountSections } from "../members/pages/account-sections.tsx";

export { AccountSections as default };
