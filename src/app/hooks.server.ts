import { noteAddress } from "../accounts/email/bounces.server.ts";
import { registrationPart } from "../accounts/email/confirmation.server.ts";
import type { AccountHooks } from "../accounts/hooks.ts";
import { recoveryPart } from "../accounts/password/password.server.ts";
import { socialPart } from "../accounts/social/social-mail.server.ts";
import { renameInTexts } from "../content/editing/picture-rename.server.ts";
import { joined } from "../gifts/campaigns/welcome.server.ts";
import { exportGifts } from "../gifts/export.server.ts";
import { hasBirthdayGift, usableGifts } from "../gifts/gifts.server.ts";
import { refereeEarned, sponsorOfCode } from "../gifts/referral/referral.server.ts";
import { linkByPhone } from "../loyalty/enrollment/linking.server.ts";
import { exportLoyalty } from "../loyalty/export.server.ts";
import { forgetMembership } from "../loyalty/forget-membership.server.ts";
import type { LoyaltyHooks } from "../loyalty/hooks.ts";
import { programmeState } from "../loyalty/programme-state.server.ts";
import type { MailHooks } from "../mail/hooks.ts";
import type { PictureHooks } from "../pictures/hooks.ts";
import type { Hooks } from "../platform/hooks.ts";
import { exportWallets } from "../wallet/export.server.ts";
import { moneyLeft } from "../wallet/money-left.server.ts";

const accounts: AccountHooks = {
  programmeState,
  loggedIn: linkByPhone,
  moneyLeft,
  erasing: forgetMembership,
  records: [exportLoyalty, exportGifts, exportWallets],
};
const mail: MailHooks = {
  parts: { registration: registrationPart, recovery: recoveryPart, social: socialPart },
  ended: noteAddress,
};
const pictures: PictureHooks = { replaced: renameInTexts };
const loyalty: LoyaltyHooks = { joined, earned: refereeEarned, sponsorOfCode, hasBirthdayGift, usableGifts };

/** The verbs that rooms call when something happens in them. */
export const hooks: Hooks = { mail, accounts, pictures, loyalty };
