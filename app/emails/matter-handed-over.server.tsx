import { matterHandedOverEmail, readHandOverEmail } from "#app/domain/handlers/hand-over.server.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { defineEmail } from "./email.ts";
import { Greeting, Homes, LinkButton, Paragraph } from "./components.tsx";

type Handed = Awaited<ReturnType<typeof readHandOverEmail>>;

function nameMatters({ matters }: Handed) {
  const [first] = matters;
  return first && matters.length === 1 ? first.number : pluralise(matters.length, "matter");
}

/** Email to a member of staff who is now the handler of one or several matters. */
export const matter_handed_over = defineEmail(matterHandedOverEmail, {
  read: readHandOverEmail,
  subject: (handed) => `${handed.by} has handed ${nameMatters(handed)} to you`,
  preview: ({ by, note }) => note ?? `${by} has made you the handler.`,
  Body: ({ first_name, by, note, matters, page }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>{by} has made you the handler of:</Paragraph>
      <Homes homes={matters.map(({ number, address }) => `${number}, ${address}`)} />
      {note === null ? null : (
        <Paragraph>
          {by}’s note: “{note}”
        </Paragraph>
      )}
      <Paragraph>
        {matters.length === 1
          ? "Its first page shows the stage and the next step."
          : "Your desk shows the next step of each."}
      </Paragraph>
      <LinkButton href={page}>
        {matters.length === 1 ? "Open the matter" : "See your matters"}
      </LinkButton>
    </>
  ),
});
