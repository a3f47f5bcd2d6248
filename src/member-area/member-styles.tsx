import href from "./member-styles.css?url";

/** The styles of the member's parts of public pages. Linked where they are drawn, so that other visitors do not load them. */
export function MemberStyles() {
  return <link rel="stylesheet" href={href} precedence="default" />;
}
