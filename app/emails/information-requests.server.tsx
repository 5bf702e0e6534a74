import { ASSIGNMENT_EMAILS } from "#app/domain/assignments/emails.ts";
import {
  readSewerBillRequest,
  sewerBillRequestEmail,
} from "#app/domain/searches/additional-requests.server.ts";
import { readPlotPlanRequest } from "#app/domain/assignments/assignment-emails.server.ts";
import { usualDueText } from "#app/domain/documents/request-states.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { defineEmail } from "./email.ts";
import { Greeting, Homes, Paragraph } from "./components.tsx";
import { streetOf } from "./street.ts";

/** Returns when a document that is requested today is due. */
const dueText = () => usualDueText(londonDay(new Date()));

/** Email to the seller of a group of new homes when the solicitor needs the plot plan. */
export const plot_plan_request = defineEmail(ASSIGNMENT_EMAILS.plot_plan_request, {
  read: readPlotPlanRequest,
  subject: ({ property }) => `Please send us the plot plan for ${streetOf(property)}`,
  preview: ({ law_firm }) => `${law_firm} needs it to start drafting the contract.`,
  Body: ({ first_name, property, homes, law_firm }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        {law_firm} needs the plot plan for {property} to start drafting the contract.
      </Paragraph>
      <Homes homes={homes} />
      <Paragraph>
        Reply to this email with the plan attached. It should show the plot boundaries, parking and
        rights of way. {dueText()}
      </Paragraph>
    </>
  ),
});

/** Email to the seller when the drainage and water search needs proof of who supplies the water. */
export const sewer_bill_request = defineEmail(sewerBillRequestEmail, {
  read: readSewerBillRequest,
  subject: ({ property }) => `Please send us a recent water bill for ${streetOf(property)}`,
  preview: () => "We need it for the drainage and water search.",
  Body: ({ first_name, property }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        For the drainage and water search, we need a recent water bill for {property}. It shows who
        supplies the water and who takes the waste water away.
      </Paragraph>
      <Paragraph>
        Reply to this email with a copy of the bill. A clear photo of each page is fine. {dueText()}
      </Paragraph>
    </>
  ),
});
