import { matterActionEmail, readActionEmail } from "#app/domain/actions/take-action.server.ts";
import { defineEmail } from "./email.ts";
import { LinkButton, Paragraph } from "./components.tsx";

/** Email to a reader of an action of staff. Staff have seen its words before. */
export const matter_action = defineEmail(matterActionEmail, {
  read: readActionEmail,
  subject: ({ subject }) => subject,
  preview: ({ paragraphs }) => paragraphs[0] ?? "",
  cc: ({ cc }) => cc,
  Body: ({ greeting, paragraphs, agent_page }) => (
    <>
      {[greeting, ...paragraphs].map((text) => (
        <Paragraph key={text}>{text}</Paragraph>
      ))}
      {agent_page ? <LinkButton href={agent_page}>Open this sale</LinkButton> : null}
    </>
  ),
});
