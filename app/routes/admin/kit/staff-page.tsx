import type { ComponentProps } from "react";
import { Breadcrumbs, type Crumb } from "#app/ui/breadcrumbs.tsx";
import { Page } from "#app/ui/page-layout.tsx";

/** A page of the back office: its breadcrumbs end with what it is called. */
export function StaffPage({
  title,
  trail = [],
  crumb = title,
  width = "wide",
  ...page
}: Omit<ComponentProps<typeof Page>, "title" | "above"> & {
  title: string;
  /** The places above it. */
  trail?: readonly Crumb[];
  /** What the breadcrumbs call it, where its title would be long. */
  crumb?: string;
}) {
  const above = <Breadcrumbs items={[...trail, { label: crumb }]} />;
  return <Page title={title} width={width} above={above} {...page} />;
}
