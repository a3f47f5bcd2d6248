import { type ReactNode, useContext, useEffect } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  useLocation,
  type ShouldRevalidateFunctionArgs,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root.ts";
import { pageEditing } from "./content/editing/page-editing.server.ts";
import { EditingProvider } from "./content/editing/editing.tsx";
import { m } from "./messages/messages.js";
import { NativeParts } from "./native/native-parts.tsx";
import { pageRequest } from "./venues/document/page-request.server.ts";
import { leaveBrokenPage } from "./ui/document/fresh-document.ts";
import { useBrokenPage } from "./ui/hooks/use-broken-page.ts";
import { useNextToast } from "./ui/hooks/use-next-toast.ts";
import { showWholePage } from "./ui/document/whole-page.ts";
import { Installable } from "./ui/document/installable.tsx";
import { ThemeColor } from "./ui/document/theme-color.tsx";
import { MissingPageMessage } from "./site/pages/missing-page-message.tsx";
import { ErrorPage } from "./ui/feedback/error-page.tsx";
import { FeedbackProvider } from "./ui/feedback/feedback.tsx";
import { PageAssetsContext } from "./ui/document/page-assets.tsx";
import { barColor, venueRules } from "./ui/venue-colors.ts";
import { GROUP } from "./venues/group.ts";
import { Speculation } from "./venues/pages/speculation.tsx";
import { groupRules, lookOf } from "./venues/venue-look.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { world, venue, locale, establishment } = context.get(pageRequest);
  const look = venue === null ? null : lookOf(await establishment());
  return {
    locale,
    slug: venue?.slug ?? "group",
    bar: look === null ? GROUP.themeColor : barColor(look.color),
    colors: venueRules(look?.color ?? GROUP.defaultVenueColor) + (venue === null ? await groupRules(world) : ""),
    editing: context.get(pageEditing),
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const assets = useContext(PageAssetsContext);
  const data = useRouteLoaderData<typeof loader>("root");
  const nonce = assets.nonce;
  return (
    <html lang={data?.locale ?? "fr"} data-venue={data?.slug} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <ThemeColor color={data?.bar ?? GROUP.themeColor} />
        <style id="styles" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: assets.css }} />
        <style
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: data?.colors ?? venueRules(GROUP.defaultVenueColor) }}
        />
        <script
          nonce={nonce}
          data-start={assets.start}
          data-files={assets.files.join(" ")}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: assets.boot }}
        />
        <Meta />
        <Links nonce={nonce} />
        {/* The icon is loaded after the first paint (installable.tsx). Without this link the browser would request /favicon.ico. */}
        <link rel="icon" href="data:," />
        <noscript>
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          <link rel="manifest" href="/manifest.webmanifest" />
          <link rel="stylesheet" media="print" href={assets.files[0]} />
        </noscript>
        <link rel="apple-touch-icon" href="/icon-180.png" />
      </head>
      <body>
        {children}
        {assets.hydrates && <Speculation nonce={nonce} />}
        {assets.hydrates && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  useEffect(() => {
    isEdited = loaderData.editing !== null;
    document.documentElement.setAttribute("data-hydrated", "");
  }, [loaderData.editing]);
  return (
    <FeedbackProvider>
      <Arrival />
      <Installable />
      <NativeParts />
      <EditingProvider session={loaderData.editing}>
        <Outlet />
      </EditingProvider>
    </FeedbackProvider>
  );
}

function Arrival() {
  useNextToast();
  const { pathname } = useLocation();
  useEffect(() => showWholePage(document), [pathname]);
  return <MissingPageMessage />;
}

/** True in a document that an operator edits. */
let isEdited = false;

/** Root data changes only when an operator saves, so no other navigation reloads it. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  return isEdited && formMethod === undefined && currentUrl.href === nextUrl.href;
}

/**
 * Shown instead of a document that failed; the HTTP status is the answer's own. In the browser, rendering this root would empty the
 * document, so a page that breaks there is loaded again.
 */
export function ErrorBoundary() {
  const error = useRouteError();
  useBrokenPage(error, leaveBrokenPage);
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return <ErrorPage {...(isMissing ? { title: m.error_missing_title() } : {})} />;
}
