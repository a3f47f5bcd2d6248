import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";

const ROUTES = [{ path: "*", element: null }];
const { dataRoutes, query } = createStaticHandler(ROUTES);

/** The bytes of a part that the kept page at `address` leaves room for: its links and forms are the router's, and work without it. */
export async function holeMarkup(part: ReactNode, address = "/"): Promise<string> {
  const context = await query(new Request(`http://page${address}`));
  if (context instanceof Response) throw new Error("nothing leads elsewhere here");
  const router = createStaticRouter([{ ...dataRoutes[0], element: part } as (typeof dataRoutes)[number]], context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}
