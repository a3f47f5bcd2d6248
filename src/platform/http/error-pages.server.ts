import { errorPageHtml } from "./error-page.ts";
import { framedPolicy, errorPagePolicy } from "./security-headers.server.ts";

/** The platform's error pages. They use neither React nor the database and repeat nothing of the request. */
export type ErrorPage =
  | "unknown-host"
  | "unavailable"
  | "error"
  | "offline"
  | "stopped"
  | "bad-form"
  | "foreign-form"
  | "large-form"
  | "no-form"
  | "method"
  | "too-many"
  | "session-over";

const STATUS: Record<ErrorPage, number> = {
  "unknown-host": 421,
  unavailable: 503,
  error: 500,
  offline: 200,
  stopped: 200,
  "bad-form": 400,
  "foreign-form": 403,
  "large-form": 413,
  "no-form": 415,
  method: 405,
  "too-many": 429,
  "session-over": 401,
};

const NOT_READ = {
  fr: {
    title: "Ce formulaire ne nous est pas bien parvenu",
    text: "Rien n’a été enregistré. Revenez à la page précédente et réessayez.",
    action: "Revenir à l’accueil",
  },
  en: {
    title: "This form did not reach us properly",
    text: "Nothing was saved. Go back to the previous page and try again.",
    action: "Back to the home page",
  },
};

const TEXTS: Record<ErrorPage, Record<"fr" | "en", { title: string; text: string; action: string | null }>> = {
  "unknown-host": {
    fr: { title: "Cette adresse n’est pas la nôtre", text: "Aucun de nos casinos ne répond à ce nom.", action: null },
    en: { title: "This address is not one of ours", text: "None of our casinos goes by this name.", action: null },
  },
  unavailable: {
    fr: {
      title: "Un instant, s’il vous plaît",
      text: "Le site est très demandé. Réessayez dans quelques secondes.",
      action: "Réessayer",
    },
    en: {
      title: "One moment, please",
      text: "The site is very busy. Try again in a few seconds.",
      action: "Try again",
    },
  },
  error: {
    fr: {
      title: "Quelque chose s’est mal passé",
      text: "L’erreur vient de chez nous. Vous pouvez revenir à l’accueil.",
      action: "Revenir à l’accueil",
    },
    en: {
      title: "Something went wrong",
      text: "The fault is on our side. You can go back to the home page.",
      action: "Back to the home page",
    },
  },
  "bad-form": NOT_READ,
  "no-form": NOT_READ,
  "large-form": {
    fr: {
      title: "C’est un peu trop lourd",
      text: "Ce que vous avez envoyé dépasse la taille permise. Revenez à la page précédente et choisissez plus léger.",
      action: "Revenir à l’accueil",
    },
    en: {
      title: "That is a little too large",
      text: "What you sent is above the size we accept. Go back to the previous page and choose something smaller.",
      action: "Back to the home page",
    },
  },
  "foreign-form": {
    fr: {
      title: "Ce formulaire vient d’ailleurs",
      text: "Par précaution, rien n’a été fait. Ouvrez la page sur notre site et recommencez.",
      action: "Revenir à l’accueil",
    },
    en: {
      title: "This form comes from elsewhere",
      text: "To be on the safe side, nothing was done. Open the page on our site and start again.",
      action: "Back to the home page",
    },
  },
  method: {
    fr: {
      title: "Cette page est en lecture seule",
      text: "Il n’y a rien à lui envoyer.",
      action: "Revenir à l’accueil",
    },
    en: {
      title: "This page is for reading only",
      text: "There is nothing to send to it.",
      action: "Back to the home page",
    },
  },
  "too-many": {
    fr: {
      title: "Un peu trop de demandes",
      text: "Beaucoup de pages ont été demandées depuis votre réseau. Réessayez dans quelques secondes.",
      action: "Réessayer",
    },
    en: {
      title: "A few too many requests",
      text: "Many pages have been asked for from your network. Try again in a few seconds.",
      action: "Try again",
    },
  },
  "session-over": {
    fr: {
      title: "Votre session est terminée",
      text: "L’aperçu en attend une nouvelle : ouvrez un nouveau lien dans un autre onglet. Ce que vous avez écrit reste sur la page.",
      action: null,
    },
    en: {
      title: "Your session has ended",
      text: "The preview waits for a new one: open a new link in another tab. What you have written stays on the page.",
      action: null,
    },
  },
  offline: {
    fr: {
      title: "Vous êtes hors ligne",
      text: "Le casino, lui, reste allumé. Cette page reviendra avec le réseau.",
      action: "Réessayer",
    },
    en: {
      title: "You are offline",
      text: "The lights are still on at the casino. This page will be back with your connection.",
      action: "Try again",
    },
  },
  stopped: {
    fr: {
      title: "Cette page s’est arrêtée",
      text: "L’erreur vient de chez nous. Revenez à l’accueil, ou réessayez dans un moment.",
      action: "Revenir à l’accueil",
    },
    en: {
      title: "This page has stopped",
      text: "The fault is on our side. Go back to the home page, or try again in a moment.",
      action: "Back to the home page",
    },
  },
};

/** The HTML of an error page in one language. */
function errorPageOf(page: ErrorPage, locale: "fr" | "en"): string {
  return errorPageHtml({
    locale,
    ...TEXTS[page][locale],
    href: page === "offline" || page === "unavailable" || page === "too-many" ? "" : "/",
  });
}

/**
 * The response with an error page. With `isFramed`, pages of this site may show it in a frame. `retryAfterSeconds` is said where
 * trying again later helps.
 */
export function errorPageResponse(
  page: ErrorPage,
  locale: "fr" | "en",
  secure: [string, string][],
  { isFramed = false, retryAfterSeconds = 5 }: { isFramed?: boolean; retryAfterSeconds?: number } = {},
): Response {
  const html = errorPageOf(page, locale);
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text ?? "");
  const headers = new Headers(secure);
  const policy = errorPagePolicy(styles);
  headers.set("Content-Security-Policy", isFramed ? framedPolicy(policy) : policy);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", page === "offline" || page === "stopped" ? "no-cache" : "no-store");
  if (page === "unavailable" || page === "too-many") headers.set("Retry-After", String(retryAfterSeconds));
  if (page === "method") headers.set("Allow", "GET, HEAD");
  return new Response(html, { status: STATUS[page], headers });
}
