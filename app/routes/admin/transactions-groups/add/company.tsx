import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { countryOptions } from "#app/domain/shared/countries.ts";
import {
  CompanyForm,
  findCompanyByNumber,
  FindCompanyForm,
  type FoundCompany,
  readCompanyByNumber,
} from "#app/domain/groups/companies.server.ts";
import {
  changeGroupDraft,
  type DraftPlace,
  readGroupDraft,
  TypedCompany,
} from "#app/domain/groups/group-draft.server.ts";
import { formText, parseForm, readForm, showFormAgain } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import type { AddressFields } from "#app/ui/address-finder-state.ts";
import { AddressLines } from "#app/ui/forms/address-lines.tsx";
import { AppForm, resultOf, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { CountryField } from "#app/ui/forms/country-field.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { db } from "#db/connection.ts";
import { errorAtField } from "../../shared/record-form.server.ts";
import { openDraft } from "./draft.server.ts";

const TITLE = "Company seller";

export const handle: LayoutHandle = { part: TITLE, longForm: true };

const urls = paths.admin.newTransactionsGroup;

/** Returns the company that sells the units (P-010, X-056). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { place, query } = await openDraft(request);
  const { company } = await readGroupDraft(db, place);
  return { query, company: company ?? TypedCompany.parse({ address: {} }) };
}

export async function action({ request }: ActionFunctionArgs) {
  const { place, query } = await openDraft(request);
  const form = await readForm(request);
  return formText(form, "intent") === "find" ? find(form, place, query) : save(form, place, query);
}

type Query = { draft: string };

/**
 * Looks up a company and saves it, so that staff can review it. If there is no such company, staff
 * can type its details.
 */
async function find(form: FormData, place: DraftPlace, query: Query) {
  const submission = await parseForm(form, FindCompanyForm);
  if (submission.status !== "success") return respond("find", submission.reply());
  const company_number = submission.value.number;
  try {
    const company = typedCompany(await findCompanyByNumber(db, company_number));
    await changeGroupDraft(db, place, (now) => ({ ...now, company }));
    return redirect(urls.company(query), 303);
  } catch (error) {
    const failure = "There was an error finding company by company number";
    const { lastResult, status } = errorAtField(submission, "number", error, failure);
    const company = TypedCompany.parse({ company_number, address: {} });
    return respond("find", lastResult, status, company);
  }
}

function typedCompany({ known, address, status, ...company }: FoundCompany): TypedCompany {
  const { country_iso_2, ...lines } = address;
  return TypedCompany.parse({
    ...company,
    id: known?.id ?? "",
    version: known ? String(known.version) : "",
    address: Object.fromEntries(
      Object.entries({ ...lines, country_code: country_iso_2 }).flatMap(([part, value]) =>
        typeof value === "string" ? [[part, value]] : [],
      ),
    ),
    status: status ?? "",
  });
}

async function save(form: FormData, place: DraftPlace, query: Query) {
  const submission = await parseForm(form, CompanyForm);
  if (submission.status !== "success") return respond("save", submission.reply());
  const typed = TypedCompany.parse(submission.payload);
  const own = await readCompanyByNumber(db, submission.value.company_number);
  if (own && own.id !== typed.id) {
    const company_number = ["We already have a record of this company. Find it by its number"];
    return respond("save", submission.reply({ fieldErrors: { company_number } }), 409);
  }
  // If we have no company with this number, it is a new company and has no record yet.
  const company = own ? typed : { ...typed, id: "", version: "" };
  await changeGroupDraft(db, place, (now) => ({ ...now, company }));
  return redirect(urls.page(query), 303);
}

function respond(
  sent: "find" | "save",
  lastResult: SubmissionResult,
  status = 400,
  company: TypedCompany | null = null,
) {
  return showFormAgain(lastResult, { sent, company }, status);
}

export default function Company() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = urls.page(page.query);
  const company = result?.company ?? page.company;
  return (
    <RouteDialog title={TITLE} back={back} openerId="change-company">
      <div className="stack" data-gap="l">
        <FindCompany lastResult={resultOf("find", result)} />
        <CompanyDetails
          // The new key remounts the form, which reads its initial values only once.
          key={`${company.id} ${company.company_number}`}
          company={company}
          lastResult={resultOf("save", result)}
          back={back}
        />
      </div>
    </RouteDialog>
  );
}

function FindCompany({ lastResult }: { lastResult: SubmissionResult | null }) {
  const [form, fields] = useAppForm<{ number: string }>({ id: "find-company", lastResult });
  return (
    <section className="stack">
      <h3>Find a company</h3>
      <AppForm form={form} defaultSubmit={{ name: "intent", value: "find" }}>
        <TextField
          {...fieldProps(fields.number)}
          label="Search by company number"
          hint="Searches our records first, then Companies House"
          width="20"
          autoComplete="off"
          spellCheck={false}
        />
        <SubmitButton kind="secondary" name="intent" value="find">
          Find company
        </SubmitButton>
      </AppForm>
    </section>
  );
}

type Values = { name: string; company_number: string; address: AddressFields };

function CompanyDetails({
  company,
  lastResult,
  back,
}: {
  company: TypedCompany;
  lastResult: SubmissionResult | null;
  back: string;
}) {
  const { id, version, status, name, company_number, address } = company;
  const [form, fields] = useAppForm<Values>({
    id: "company",
    lastResult,
    defaultValue: { name, company_number, address },
  });
  const parts = fields.address.getFieldset();
  return (
    <section className="stack">
      <h3>{id ? "Company on record" : "Company details"}</h3>
      {id ? <p className="hint">Changes you make here also update our record.</p> : null}
      {status && status !== "active" ? (
        <Notification kind="warning" title={`This company is not active: ${status}`} />
      ) : null}
      <AppForm form={form}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="status" value={status} />
        <TextField {...fieldProps(fields.name)} label="Company name" autoComplete="off" />
        <TextField
          {...fieldProps(fields.company_number)}
          label="Company number"
          width="20"
          autoComplete="off"
          spellCheck={false}
        />
        <fieldset className="field">
          <legend>Registered office</legend>
          <div className="stack">
            <AddressLines fields={parts} />
            <CountryField
              {...fieldProps(parts.country_code)}
              countries={countryOptions}
              autoComplete="off"
            />
          </div>
        </fieldset>
        <SubmitButton after={<DialogCancel back={back} />}>Save company</SubmitButton>
      </AppForm>
    </section>
  );
}
