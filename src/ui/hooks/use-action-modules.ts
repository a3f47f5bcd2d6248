import { useEffect } from "react";
import { preloadModule } from "react-dom";

type Manifest = { routes: Record<string, RouteModules> };
type RouteModules = { path?: string; module: string; clientActionModule?: string; imports?: string[] };

/**
 * Preloads the modules of the route that a form posts to when the form is shown. If the router cannot load them for lack of a network, it
 * reloads the page and the typed values are lost; with the modules loaded, the form gets a failure instead.
 */
export function useActionModules(action: string): void {
  useEffect(() => {
    const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest };
    const route = Object.values(manifest?.routes ?? {}).find(({ path }) => `/${path}` === action);
    if (route === undefined) return;
    const { module, clientActionModule = module, imports = [] } = route;
    for (const href of new Set([module, clientActionModule, ...imports])) preloadModule(href);
  }, [action]);
}
