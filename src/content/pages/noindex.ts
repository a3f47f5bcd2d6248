/** Asks search engines to leave the answer out, beside the meta of the page. The page door keeps this header. */
export const NOINDEX = { "X-Robots-Tag": "noindex" };
