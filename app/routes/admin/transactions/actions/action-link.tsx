import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { type ActionKind, slugOf } from "#app/domain/actions/notified.ts";
import { paths } from "#app/paths.ts";
import { IfPermitted } from "../../shared/allowed.tsx";

/** Renders a link to the page of an action, for staff who may take it. */
export function ActionLink({
  id,
  kind,
  children,
}: {
  id: string;
  kind: ActionKind;
  children: ReactNode;
}) {
  return (
    <IfPermitted needs="handle">
      <Link to={paths.admin.actions.take(id, slugOf(kind))}>{children}</Link>
    </IfPermitted>
  );
}
