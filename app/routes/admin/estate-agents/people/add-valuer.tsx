import { useActionData, useLoaderData } from "@remix-run/react";
import { addValuer, ValuerForm } from "#app/domain/estate-agents/valuers.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { addPage } from "../../shared/dialog-pages.server.ts";
import { findEstateAgent } from "../estate-agent.server.ts";
import { FAILURES } from "../view.ts";
import { PersonDialog } from "./person-dialogs.tsx";

const TITLE = "Add valuer";

export const handle: LayoutHandle = { part: TITLE, longForm: true };

const server = addPage({
  needs: "keep_firms",
  ids: ({ id = "" }) => id,
  form: (id) => `valuer of ${id}`,
  readOwner: findEstateAgent,
  schema: ValuerForm,
  create: (trx, valuer, by, id) => addValuer(trx, id, valuer, by),
  done: "Valuer added",
  failures: FAILURES,
  back: paths.admin.estateAgent,
  opener: () => "add-valuer",
});
export const loader = server.loader;
export const action = server.action;

export default function AddValuer() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <PersonDialog kind="valuer" title={TITLE} page={page} result={result} submit={TITLE} />;
}
