import { createContext } from "react";

/**
 * What stands in the head of a server-rendered page and never travels as data: the inline style sheet, the boot and live
 * scripts. In the browser the context is empty; React leaves the text of a hydrated element alone.
 */
export type PageAssets = { css: string; boot: string; live: string; nonce: string | undefined; fonts: string[] };

export const PageAssetsContext = createContext<PageAssets>({ css: "", boot: "", live: "", nonce: undefined, fonts: [] });
