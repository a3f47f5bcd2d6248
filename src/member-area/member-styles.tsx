import href from "./member-styles.css?url";

/** The styles of what members see over public pages, linked where it is drawn: no visitor fetches them. */
export function MemberStyles() {
  return <link rel="stylesheet" href={href} precedence="default" />;
}
