/** What a page of the layout says of itself in its `handle`. */
export type PageHandle = {
  /** Key of the navigation entry whose page this is. A loader may return `current` where its data decides. */
  current?: string;
  /** True for a page that draws its own frame: those of the member area, and the group's front page. */
  isBare?: boolean;
  /** "soon" for pages that are forms and members' pages; "needed" for those that only work with React. Others start late. */
  start?: "soon" | "needed";
};
