import { createContext, type ReactNode, useContext } from "react";

/**
 * What a server-rendered page has and the browser's React never needs: the inline style sheets, the boot and live scripts,
 * and the page's own content. None of it travels as data; in the browser the context is empty.
 */
export type PageAssets = {
  css: string;
  boot: string;
  live: string;
  /** Stands in a page that shows opening hours, behind them. */
  liveHours: string;
  /** Address of the script that the boot script fetches after load. */
  behaviours: string;
  nonce: string | undefined;
  fonts: string[];
  pageStyle: string;
  content: ReactNode;
  /** False on a page that React leaves alone in the browser. */
  hydrates: boolean;
  /** When React starts: late, right after the largest paint, or whatever the browser has done to the page. */
  start: "late" | "soon" | "needed";
};

const EMPTY: PageAssets = {
  css: "",
  boot: "",
  live: "",
  liveHours: "",
  behaviours: "",
  nonce: undefined,
  fonts: [],
  pageStyle: "",
  content: null,
  hydrates: true,
  start: "late",
};

export const PageAssetsContext = createContext<PageAssets>(EMPTY);

/**
 * The content of a public page: rendered by the server, left alone by React in the browser. It is plain, working HTML; the
 * live script adds what changes. So neither the words of a page nor the code that laid them out is sent a second time.
 */
export function ServerContent() {
  const { content } = useContext(PageAssetsContext);
  if (content !== null) return <div id="page">{content}</div>;
  return <div id="page" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
}
