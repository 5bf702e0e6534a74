import { readCopyEmail } from "#app/domain/privacy/data-copies.server.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./pieces.tsx";

/** To whom a copy of what we hold was made for. The copy itself is fetched from its page, behind a sign-in. */
export const data_copy_ready = defineEmail({
  read: readCopyEmail,
  subject: () => "The copy of your data is ready",
  preview: ({ until }) => `Fetch it by ${until}.`,
  Body: ({ first_name, until, by_staff, page, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        {by_staff
          ? "Our team has had a copy made of what we hold about you."
          : "The copy of what we hold about you, which you asked for, is ready."}{" "}
        You can fetch it until {until}; then it is deleted.
      </Paragraph>
      <LinkButton href={page}>Fetch your copy</LinkButton>
      <Paragraph>
        You are asked to sign in by a link, so that nobody else can fetch it. If you did not ask for
        a copy, write to {context.support_email}.
      </Paragraph>
    </>
  ),
});
