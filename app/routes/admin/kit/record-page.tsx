import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "#app/ui/breadcrumbs.tsx";
import { Page } from "#app/ui/page-layout.tsx";

/** The page of a record: where it is, what it is called, its badges. */
export function RecordPage({
  title,
  trail,
  badges,
  children,
}: {
  title: string;
  /** The places above it. */
  trail: readonly Crumb[];
  badges?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Page
      title={title}
      width="wide"
      above={<Breadcrumbs items={[...trail, { label: title }]} />}
      beside={badges}
    >
      {children}
    </Page>
  );
}
