import type { ReactNode } from "react";
import { Layout } from "./layout.tsx";
import { EmptyList, PageTitle } from "./parts.tsx";

type RegisterPageProps = {
  at: string;
  title: string;
  lead: string;
  /** True while one entry is open. */
  isOpen: boolean;
  /** Said while the list is empty: what is missing and what brings it. */
  nothing: { title: string; hint: string };
  /** One row for each entry. */
  rows: ReactNode[];
  /** The open entry. */
  children: ReactNode;
};

/** All entries on the left, one of them on the right. In a narrow window each has a page of its own. */
export function RegisterPage({ at, title, lead, isOpen, nothing, rows, children }: RegisterPageProps) {
  return (
    <Layout title={title} at={at}>
      <div className="screen">
        <PageTitle title={title} lead={lead} />
        <div className="split" data-open={isOpen ? "" : undefined}>
          <div className="register">
            {rows.length === 0 ? <EmptyList title={nothing.title}>{nothing.hint}</EmptyList> : <ul>{rows}</ul>}
          </div>
          {children}
        </div>
      </div>
    </Layout>
  );
}
