import type { ReactNode } from "react";
import { PageTextSection } from "./page-text.tsx";
import type { VenuePageData } from "../page.server.ts";
import { PageHead } from "../../venues/pages/page-head.tsx";
import { StructuredData } from "../../venues/pages/structured-data.tsx";

/** A venue's page within the layout's frame: its head, its content, then the text that the venue may add below it. */
export function VenuePage({ page, children }: { page: VenuePageData; children: ReactNode }) {
  return (
    <>
      <PageHead head={page.head} />
      <StructuredData />
      {children}
      {page.text !== null && <PageTextSection text={page.text} />}
    </>
  );
}
