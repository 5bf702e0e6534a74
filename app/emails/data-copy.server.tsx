import { readCopyEmail, dataCopyReadyEmail } from "#app/domain/privacy/data-copies.server.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./components.tsx";

/** Email to the person whose data was copied. To download the copy, the person must sign in. */
export const data_copy_ready = defineEmail(dataCopyReadyEmail, {
  read: readCopyEmail,
  subject: () => "Your data is ready to download",
  preview: ({ until }) => `You can download it until ${until}.`,
  Body: ({ first_name, until, by_staff, page, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        {by_staff
          ? "Our team has made a copy of your data for you."
          : "The copy of your data you asked for is ready."}{" "}
        You can download it until {until}. After that, we’ll delete it.
      </Paragraph>
      <LinkButton href={page}>Download your data</LinkButton>
      <Paragraph>
        You’ll need to sign in first, so only you can download it. If you didn’t ask for a copy,
        email {context.support_email}.
      </Paragraph>
    </>
  ),
});
