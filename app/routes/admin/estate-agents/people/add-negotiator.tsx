import { useActionData, useLoaderData } from "@remix-run/react";
import { addNegotiator, NegotiatorForm } from "#app/domain/estate-agents/negotiators.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { addPage } from "../../shared/dialog-pages.server.ts";
import { findEstateAgent } from "../estate-agent.server.ts";
import { FAILURES } from "../view.ts";
import { PersonDialog } from "./person-dialogs.tsx";

const TITLE = "Add negotiator";

export const handle: LayoutHandle = { part: TITLE, longForm: true };

const server = addPage({
  needs: "keep_firms",
  ids: ({ id = "" }) => id,
  form: (id) => `negotiator of ${id}`,
  readOwner: findEstateAgent,
  schema: NegotiatorForm,
  create: (trx, negotiator, by, id) => addNegotiator(trx, id, negotiator, by),
  done: "Negotiator added",
  failures: FAILURES,
  back: paths.admin.estateAgent,
  opener: () => "add-negotiator",
});
export const loader = server.loader;
export const action = server.action;

export default function AddNegotiator() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <PersonDialog kind="negotiator" title={TITLE} page={page} result={result} submit={TITLE} />
  );
}
