/**
 * Asks search engines not to list the answer, in addition to the page's meta tag. The page handler passes this header on.
 */
export const NOINDEX = { "X-Robots-Tag": "noindex" };
