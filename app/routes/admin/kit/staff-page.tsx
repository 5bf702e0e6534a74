import { useOutlet } from "@remix-run/react";
import type { ComponentProps } from "react";
import { Breadcrumbs, type Crumb } from "#app/ui/breadcrumbs.tsx";
import { useDialogs } from "#app/ui/dialogs.ts";
import { FormLeavePrompt } from "#app/ui/leave-prompt.tsx";
import { Page } from "#app/ui/page-layout.tsx";

/** A page of the back office: its breadcrumbs end with what it is called. */
export function StaffPage({
  title,
  trail = [],
  crumb = title,
  crumbs = true,
  width = "wide",
  ...page
}: Omit<ComponentProps<typeof Page>, "title" | "above"> & {
  title: string;
  /** The places above it. */
  trail?: readonly Crumb[];
  /** What the breadcrumbs call it, where its title would be long. */
  crumb?: string;
  /** False where they would only say Home and the title again, and the room is wanted. */
  crumbs?: boolean;
}) {
  const above = crumbs ? <Breadcrumbs items={[...trail, { label: crumb }]} /> : null;
  const scripts = useDialogs();
  // Another page over this one asks for itself.
  const isCovered = useOutlet() !== null;
  return (
    <>
      <Page title={title} width={width} above={above} {...page} />
      {scripts && page.form && !isCovered ? <FormLeavePrompt form={page.form.id} /> : null}
    </>
  );
}
