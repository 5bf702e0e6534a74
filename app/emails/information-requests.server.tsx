import { readSewerBillRequest } from "#app/domain/searches/additional-requests.server.ts";
import { readPlotPlanRequest } from "#app/domain/assignments/assignment-emails.server.ts";
import { defineEmail } from "./email.ts";
import { Greeting, Homes, Paragraph } from "./pieces.tsx";

/** To the sellers of a home in a group, whose solicitor needs the plan of the plots. */
export const plot_plan_request = defineEmail({
  read: readPlotPlanRequest,
  subject: ({ property }) => `Please send us the plot plan of ${property}`,
  preview: ({ law_firm }) => `${law_firm} needs it to begin with the contract.`,
  cc: ({ cc }) => cc,
  Body: ({ first_names, property, homes, law_firm }) => (
    <>
      <Greeting name={first_names} />
      <Paragraph>
        {law_firm} needs the plot plan of {property} to begin with the contract.
      </Paragraph>
      <Homes homes={homes} />
      <Paragraph>
        Please answer this email with the plan attached: it shows the boundaries of the plot, its
        parking and the rights of way.
      </Paragraph>
    </>
  ),
});

/** To the seller, when the drainage and water search needs to see who supplies the home. */
export const sewer_bill_request = defineEmail({
  read: readSewerBillRequest,
  subject: ({ property }) => `Please send us a recent water bill of ${property}`,
  preview: () => "The drainage and water search needs it.",
  Body: ({ first_name, property }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        We have ordered the searches of {property}. The drainage and water search needs a recent
        water bill, which shows who supplies the water and who takes the waste water away.
      </Paragraph>
      <Paragraph>
        Please answer this email with the bill attached: a photograph of every page is enough.
      </Paragraph>
    </>
  ),
});
