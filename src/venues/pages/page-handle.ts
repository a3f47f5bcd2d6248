/** The `handle` of a route under the venue's layout. */
export type PageHandle = {
  /** Key of the navigation entry of this page. A loader may return `current` instead when the data decides. */
  current?: string;
  /** True for a page that draws its own frame: the member area and the group's front page. */
  isBare?: boolean;
  /** When React starts: "soon" for forms and member pages, "needed" for pages that only work with React. Others start late. */
  start?: "soon" | "needed";
};
