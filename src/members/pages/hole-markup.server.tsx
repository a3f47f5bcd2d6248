import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";

const ROUTES = [{ path: "*", element: null }];
const { dataRoutes, query } = createStaticHandler(ROUTES);
/** Where the parts stand does not matter to them: their links and forms name their addresses. */
const standing = query(new Request("http://page/"));

/** The bytes of a part that a kept page leaves room for: its forms are the router's, and work without it. */
export async function holeMarkup(part: ReactNode): Promise<string> {
  const context = await standing;
  if (context instanceof Response) throw new Error("nothing leads elsewhere here");
  const router = createStaticRouter([{ ...dataRoutes[0], element: part } as (typeof dataRoutes)[number]], context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}
