/**
 * The `headers` of a route that search engines must not list, in addition to its page's meta tag. The page handler
 * passes this header on.
 */
export function headers() {
  return { "X-Robots-Tag": "noindex" };
}
