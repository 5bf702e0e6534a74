import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { readSolicitorPreference } from "#app/domain/assignments/solicitors-choice.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { EXAMPLE_SELLER_LEGAL_FEE_POUNDS } from "#app/domain/payments/costs.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import {
  chooseSolicitor,
  listPanel,
  NO_PREFERENCE,
  SolicitorPreferenceForm,
} from "#app/domain/sales/choose-solicitor.server.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import { readUsualAcceptance } from "#app/domain/solicitors/firm-speed.server.ts";
import { lawyerGroupLabel } from "#app/domain/solicitors/parts.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { showFormErrors, parseForm, showFormAgain } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { QuestionPage } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";

export const handle: PageHandle = {
  title: "Choose your solicitor",
  part: fromData("line_1"),
};

/**
 * Lists the panel’s solicitors for the seller of a complete sale, until staff have assigned one
 * (A-015, AMB-H03).
 */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const sale = await openSale(id, reader);
  const [panel, preference] = await Promise.all([
    listPanel(db, sale),
    readSolicitorPreference(db, reader, sale.id),
  ]);
  const usual = await readUsualAcceptance(
    db,
    panel.map(({ id: group_id }) => group_id),
  );
  return {
    id: sale.id,
    line_1: sale.address.line_1,
    options: [
      ...panel.map((lawyer_group) => ({
        value: lawyer_group.id,
        // The label names the group, because a firm may have several groups on the panel.
        label: lawyerGroupLabel(lawyer_group),
        hint: describeGroup(lawyer_group, usual.get(lawyer_group.id) ?? null),
      })),
      { value: NO_PREFERENCE, label: "No preference", hint: "We’ll choose a solicitor for you." },
    ],
    chosen: preference ? (preference.lawyer_group_id ?? NO_PREFERENCE) : "",
  };
}

type PanelGroup = Awaited<ReturnType<typeof listPanel>>[number];

function describeGroup(group: PanelGroup, accepts_within: number | null) {
  const { post_town, legal_assistants, legal_fee_pounds, usual_working_days } = group;
  const sentence = `Your solicitor will be ${fullName(group)}`;
  const helped =
    legal_assistants > 0 ? `with ${pluralise(legal_assistants, "legal assistant")}` : "";
  const facts = [
    [post_town ? `${sentence}, in ${post_town}` : sentence, helped].filter(Boolean).join(", "),
    legal_fee_pounds && `Usual legal fee: ${formatPounds(legal_fee_pounds)}, including VAT`,
    usual_working_days &&
      `Usual time to exchange of contracts: ${pluralise(usual_working_days, "working day")}`,
    accepts_within && `Usually accepts within ${pluralise(accepts_within, "working day")}`,
  ];
  return facts.filter(Boolean).join(". ");
}

async function openSale(id: string, reader: Reader) {
  const sale = await readSellerDashboard(db, { id, reader }).catch(asErrorPage);
  if (!sale.complete || sale.solicitor || sale.seller_id !== reader.id) {
    throw redirect(paths.dashboard.sell(sale.id));
  }
  return sale;
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const { id: seller_id } = await requireCustomer(request);
  const submission = await parseForm(request, SolicitorPreferenceForm);
  if (submission.status !== "success") return showFormErrors(submission);
  const dashboard = paths.dashboard.sell(id);
  try {
    const lawyer_group_id = submission.value.solicitor;
    await chooseSolicitor(db, { transaction_id: id, seller_id, lawyer_group_id });
  } catch (error) {
    if (!(error instanceof ConflictError)) return asErrorPage(error);
    if (error.data) {
      const lastResult = submission.reply({ fieldErrors: { solicitor: [error.message] } });
      return showFormAgain(lastResult, {}, 409);
    }
    return redirectWithFlash(dashboard, { kind: "info", title: error.message });
  }
  return redirectWithFlash(dashboard, { kind: "success", title: "We’ve saved your choice" });
}

export default function ChooseSolicitor() {
  const { id, options, chosen } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<{ solicitor: string }>({
    id: "choose-solicitor",
    lastResult: result?.lastResult ?? null,
    defaultValue: { solicitor: chosen },
  });
  return (
    <QuestionPage
      title="Choose your solicitor"
      lead={`These are the law firms on our panel. Please choose today if you can, because the legal work starts once you have a solicitor. Your engagement letter (your solicitor’s terms) will set out your fees, for example ${formatPounds(EXAMPLE_SELLER_LEGAL_FEE_POUNDS)}, and you’ll pay them on completion. You can change your mind until a solicitor is assigned. If the firm you choose isn’t available, we’ll assign another.`}
      form={form}
      back={paths.dashboard.sell(id)}
    >
      <AppForm form={form}>
        <Radios {...fieldProps(fields.solicitor)} legend="Your solicitor" options={options} />
        <SubmitButton>Save your choice</SubmitButton>
      </AppForm>
    </QuestionPage>
  );
}
