import { DEMO_PASSWORD } from "../src/accounts/demo-accounts.ts";
import { m } from "../src/messages/messages.js";
import * as paths from "../src/venues/paths.ts";
import { BANK_CODE } from "./bank-code.ts";

type Words = () => string;
/**
 * A thing to do: words, and where it is done. With `venue` the path is one of that venue's site, which opens beside the sandbox;
 * `copies` is put on the clipboard.
 */
export type Step = {
  title: Words;
  text?: Words;
  link?: { label: Words; path: string; venue?: string; copies?: string };
  copy?: { label: Words; text: string };
  breaks?: { label: Words; provider: "bank"; mode: "down" };
};
export type Story = {
  key: string;
  /** Minutes and seconds from the first story's beginning. */
  at: string;
  picture: string;
  /** Where the picture is cut: the horizontal and vertical part that stays, in percent. */
  focus: string;
  alt: Words;
  title: Words;
  text: Words;
  leads: Words;
  venue: string;
  /** The story's own button. Without one it leads to its steps. */
  first: Step;
  steps: Step[];
};

export const DEMO_MEMBER = { email: "member@demo.belrive.example", password: DEMO_PASSWORD, pin: "1234" };

const logIn = (venue: string, then: string, label: Words = m.sandbox_step_log_in_link): Step => ({
  title: m.sandbox_step_log_in,
  text: m.sandbox_step_log_in_text,
  link: {
    label,
    path: `${paths.logIn}?${new URLSearchParams({ redirect: then, demo: "member" })}`,
    venue,
    copies: DEMO_MEMBER.password,
  },
});
const wallet = (siteId: number) => `/?popup=Cashless&site=${siteId}`;
const register: Step = {
  title: m.sandbox_step_register,
  text: m.sandbox_step_register_text,
  link: { label: m.sandbox_step_register_link, path: paths.register, venue: "port-serac" },
};
const cut: Step = {
  title: m.sandbox_step_cut,
  text: m.sandbox_step_cut_text,
  breaks: { label: m.sandbox_step_cut_link, provider: "bank", mode: "down" },
};
const ticket: Step = {
  title: m.sandbox_step_ticket,
  text: m.sandbox_step_ticket_text,
  copy: { label: m.sandbox_step_ticket_copy, text: "npm run operator -- sainte-orielle" },
};
/** The five stories of the first page. They log nobody in: the log-in form has the address of the demo's member filled in. */
export const STORIES: Story[] = [
  {
    key: "join",
    at: "0:00",
    picture: "loyalty-card",
    focus: "50-50",
    alt: m.sandbox_story_join_alt,
    title: m.sandbox_story_join,
    text: m.sandbox_story_join_text,
    leads: m.sandbox_story_join_leads,
    venue: "port-serac",
    first: register,
    steps: [
      register,
      {
        title: m.sandbox_step_confirm,
        text: m.sandbox_step_confirm_text,
        link: { label: m.sandbox_place_mail, path: "/mail" },
      },
      {
        title: m.sandbox_step_code,
        text: m.sandbox_step_code_text,
        link: { label: m.sandbox_place_sms, path: "/sms" },
      },
      {
        title: m.sandbox_step_enroll,
        text: m.sandbox_step_enroll_text,
        link: { label: m.sandbox_step_enroll_link, path: paths.programme, venue: "port-serac" },
      },
    ],
  },
  {
    key: "top-up",
    at: "0:40",
    picture: "game-chips-stacks",
    focus: "42-50",
    alt: m.sandbox_story_top_up_alt,
    title: m.sandbox_story_top_up,
    text: m.sandbox_story_top_up_text,
    leads: m.sandbox_story_top_up_leads,
    venue: "valombre",
    first: logIn("valombre", wallet(152), m.sandbox_story_top_up),
    steps: [
      logIn("valombre", wallet(152)),
      {
        title: m.sandbox_step_amount,
        text: () => m.sandbox_step_amount_text({ pin: DEMO_MEMBER.pin }),
        link: { label: m.sandbox_step_amount_link, path: wallet(152), venue: "valombre" },
      },
      {
        title: m.sandbox_step_bank,
        text: () => m.sandbox_step_bank_text({ code: BANK_CODE }),
        link: { label: m.sandbox_place_bank, path: "/bank" },
      },
      {
        title: m.sandbox_step_receipt,
        text: m.sandbox_step_receipt_text,
        link: { label: m.sandbox_place_mail, path: "/mail" },
      },
    ],
  },
  {
    key: "gift",
    at: "1:10",
    picture: "event-champagne-toast",
    focus: "50-45",
    alt: m.sandbox_story_gift_alt,
    title: m.sandbox_story_gift,
    text: m.sandbox_story_gift_text,
    leads: m.sandbox_story_gift_leads,
    venue: "aubenac",
    first: logIn("aubenac", "/?popup=Offers", m.sandbox_step_open_gift_link),
    steps: [
      logIn("aubenac", "/?popup=Offers"),
      {
        title: m.sandbox_step_open_gift,
        text: m.sandbox_step_open_gift_text,
        link: { label: m.sandbox_step_open_gift_link, path: "/?popup=Offers", venue: "aubenac" },
      },
      {
        title: m.sandbox_step_kiosk,
        text: m.sandbox_step_kiosk_text,
        link: { label: m.sandbox_step_kiosk_link, path: "/casino/kiosk?site=114" },
      },
    ],
  },
  {
    key: "break",
    at: "1:30",
    picture: "hero-city-night",
    focus: "51-30",
    alt: m.sandbox_story_break_alt,
    title: m.sandbox_story_break,
    text: m.sandbox_story_break_text,
    leads: m.sandbox_story_break_leads,
    venue: "port-serac",
    first: cut,
    steps: [
      cut,
      logIn("port-serac", wallet(151)),
      {
        title: m.sandbox_step_patience,
        text: m.sandbox_step_patience_text,
        link: { label: m.sandbox_step_amount_link, path: wallet(151), venue: "port-serac" },
      },
      {
        title: m.sandbox_step_mend,
        text: m.sandbox_step_mend_text,
        link: { label: m.sandbox_place_faults, path: "/faults" },
      },
    ],
  },
  {
    key: "edit",
    at: "2:20",
    picture: "hero-garden-pavilion",
    focus: "50-55",
    alt: m.sandbox_story_edit_alt,
    title: m.sandbox_story_edit,
    text: m.sandbox_story_edit_text,
    leads: m.sandbox_story_edit_leads,
    venue: "sainte-orielle",
    first: ticket,
    steps: [
      ticket,
      { title: m.sandbox_step_open_ticket, text: m.sandbox_step_open_ticket_text },
      {
        title: m.sandbox_step_publish,
        text: m.sandbox_step_publish_text,
        link: { label: m.sandbox_step_publish_link, path: "/", venue: "sainte-orielle" },
      },
    ],
  },
];
