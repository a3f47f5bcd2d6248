import type { HoursView } from "../views.ts";

/** Words of the opening-hours widget. Only this widget has Dutch: French pages of Belgian sites show their hours in it. */
export const HOURS_TEXTS: Record<"fr" | "en" | "nl", HoursView["texts"]> = {
  fr: {
    heading: "Horaires",
    open: "Ouvert",
    closed: "Fermé",
    closingSoon: "Ferme bientôt\u00a0: {time}",
    closesAt: "Ferme à {time}",
    closesOn: "Ferme {day} à {time}",
    opensAt: "Ouvre {day} à {time}",
    reopensAt: "Rouvre {day} à {time}",
    tomorrow: "demain",
    next: "{day} prochain",
  },
  en: {
    heading: "Opening hours",
    open: "Open",
    closed: "Closed",
    closingSoon: "Closing soon: {time}",
    closesAt: "Closes at {time}",
    closesOn: "Closes {day} at {time}",
    opensAt: "Opens {day} at {time}",
    reopensAt: "Reopens {day} at {time}",
    tomorrow: "tomorrow",
    next: "next {day}",
  },
  nl: {
    heading: "Openingsuren",
    open: "Open",
    closed: "Gesloten",
    closingSoon: "Sluit bijna: {time}",
    closesAt: "Sluit om {time}",
    closesOn: "Sluit {day} om {time}",
    opensAt: "Opent {day} om {time}",
    reopensAt: "Heropent {day} om {time}",
    tomorrow: "morgen",
    next: "volgende {day}",
  },
};

/** What a schedule that is open all day says instead of a range. */
export const DAY_AND_NIGHT = { fr: "24\u00a0h sur 24", en: "24\u00a0hours", nl: "24\u00a0uur" } as const;
