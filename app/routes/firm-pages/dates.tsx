import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireFirm } from "#app/auth/guards.server.ts";
import { ProposedDatesForm, proposeDates } from "#app/domain/firm-pages/propose-dates.server.ts";
import { readFirmPage } from "#app/domain/firm-pages/read-firm-page.server.ts";
import type { DateParts } from "#app/domain/transactions/significant-dates.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { DateField } from "#app/ui/forms/date-field.tsx";
import { dateProps, fieldProps } from "#app/ui/forms/field-props.ts";
import { labelByPart } from "#app/ui/forms/form-types.ts";
import { TextArea, TextField } from "#app/ui/forms/text-fields.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { privateHeaders } from "./headers.ts";
import { saveFirmForm } from "./save-form.server.ts";
import { firmView } from "./view.ts";

export const handle: PageHandle = {
  title: "Propose dates",
  part: fromData("line_1"),
  robots: "noindex, nofollow",
};

export const headers = privateHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireFirm(request, params);
  const { address, contact } = await readFirmPage(db, reader, new Date()).catch(asErrorPage);
  return {
    firm: firmView(reader),
    line_1: address.line_1,
    handler: contact?.name ?? null,
    has_pack: reader.side === "seller",
    person: reader.person_name ?? "",
    back: paths.firm.page(reader.side, reader.transaction_id),
  };
}

/** Stores proposed dates for staff, who agree them with the other side. */
export async function action({ request, params }: ActionFunctionArgs) {
  const reader = await requireFirm(request, params);
  return saveFirmForm(reader, await readForm(request), {
    sent: "dates",
    schema: ProposedDatesForm,
    work: (trx, typed) => proposeDates(trx, reader, typed),
    done: "We’ve received your dates",
  });
}

type Fields = {
  person: string;
  contract_pack: DateParts;
  exchange: DateParts;
  completion: DateParts;
  note: string;
};

export default function ProposeDates() {
  const { line_1, handler, has_pack, person, back } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<Fields>({
    id: "dates",
    lastResult: result?.lastResult,
    defaultValue: { person },
  });
  return (
    <Page
      title="Propose dates"
      lead={line_1}
      back={back}
      form={form}
      questionNames={labelByPart({
        contract_pack: "Contract pack",
        exchange: "Exchange",
        completion: "Completion",
      })}
      width="narrow"
    >
      <div className="stack">
        <p>
          Enter the dates that suit you and leave the others empty. {handler ?? "Our team"} will
          agree them with the other side. Nothing changes until then.
        </p>
        <AppForm form={form}>
          {has_pack ? (
            <DateField {...dateProps(fields.contract_pack)} legend="Contract pack" optional />
          ) : null}
          <DateField {...dateProps(fields.exchange)} legend="Exchange" optional />
          <DateField {...dateProps(fields.completion)} legend="Completion" optional />
          <TextArea {...fieldProps(fields.note)} label="Note" rows={3} optional />
          <TextField {...fieldProps(fields.person)} label="Your name" autoComplete="name" />
          <SubmitButton>Propose dates</SubmitButton>
        </AppForm>
      </div>
    </Page>
  );
}
