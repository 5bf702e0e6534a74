import { useOutlet } from "@remix-run/react";
import type { ComponentProps } from "react";
import { Breadcrumbs, type Crumb } from "#app/ui/breadcrumbs.tsx";
import { useDialogs } from "#app/ui/dialogs.ts";
import { FormLeavePrompt } from "#app/ui/leave-prompt.tsx";
import { Page } from "#app/ui/page-layout.tsx";

export function StaffPage({
  title,
  trail = [],
  crumb = title,
  crumbs = true,
  width = "wide",
  ...page
}: Omit<ComponentProps<typeof Page>, "title" | "above"> & {
  title: string;
  trail?: readonly Crumb[];
  crumb?: string;
  /** False if the breadcrumbs would only repeat the title, on a page that needs the space. */
  crumbs?: boolean;
}) {
  const above = crumbs ? <Breadcrumbs items={[...trail, { label: crumb }]} /> : null;
  const scripts = useDialogs();
  const isCovered = useOutlet() !== null;
  return (
    <>
      <Page title={title} width={width} above={above} {...page} />
      {scripts && page.form && !isCovered ? <FormLeavePrompt form={page.form.id} /> : null}
    </>
  );
}
