import type { ComponentProps, ReactNode } from "react";
import { accountFrame } from "./account-frame.server.ts";
import { FormPage } from "./form-page.tsx";
import type { MemberRequest } from "./member-request.server.ts";

type Shown = Omit<ComponentProps<typeof FormPage>, "frame" | "children"> & { content: ReactNode };

/** Puts a form into the member area's page. */
export async function showFormPage(request: MemberRequest, { content, ...page }: Shown): Promise<void> {
  const frame = await accountFrame(request, { title: page.barTitle ?? page.heading });
  request.page.hydrates = false;
  request.page.content = (
    <FormPage {...page} frame={frame}>
      {content}
    </FormPage>
  );
}
