import { readPeopleChanged } from "#app/domain/matter-people/side.server.ts";
import { readNamed } from "#app/domain/people/named.server.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { COMPLETE_ID_CHECK } from "./customer-steps.ts";
import { defineEmail } from "./email.ts";
import {
  DashboardLink,
  Facts,
  Greeting,
  JustAnswer,
  LinkButton,
  Paragraph,
  Subtitle,
} from "./pieces.tsx";

/** To whoever sells or buys along, when the sale or purchase is complete: who named them, and what is theirs (24). */
export const person_named = defineEmail({
  read: readNamed,
  subject: ({ named_by, noun, property }) => `${named_by} named you in the ${noun} of ${property}`,
  preview: ({ noun }) => `Where the ${noun} stands, and what there is for you to do.`,
  Body: ({ first_name, named_by, noun, role, property, sign_in, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        {named_by} named you as a {role} of {property}. {PRODUCT_NAME} looks after that {noun}.
      </Paragraph>
      <Subtitle>What you can see</Subtitle>
      <Paragraph>
        How far the {noun} is, who has it now, and its dates. Sign in with this address: we send you
        a link, and you need no account beforehand. Once you have signed in, we also email you when
        something happens, and you choose what about.
      </Paragraph>
      <LinkButton href={sign_in}>Sign in</LinkButton>
      <Subtitle>What you have to do</Subtitle>
      <Paragraph>{COMPLETE_ID_CHECK}</Paragraph>
      <Subtitle>If this is a mistake</Subtitle>
      <Paragraph>
        If you do not know {named_by}, or have nothing to do with this home, do not sign in. Answer
        this email, and we put it right.
      </Paragraph>
      <JustAnswer context={context} />
    </>
  ),
});

/**
 * When staff have named somebody, or taken somebody out: to who signed up, who is named now; to who was taken out, that they
 * are named no more (24).
 */
export const people_changed = defineEmail({
  read: readPeopleChanged,
  subject: ({ noun, property, primary }) =>
    primary
      ? `Who is named in your ${noun} of ${property} has changed`
      : `You are no longer named in the ${noun} of ${property}`,
  preview: ({ noun, primary }) =>
    primary ? "These people are named now." : `You see nothing of this ${noun} any more.`,
  Body: ({ noun, property, primary }) =>
    primary ? (
      <>
        <Greeting name={primary.first_name} />
        <Paragraph>
          Our team has changed who is named beside you in the {noun} of {property}.{" "}
          {primary.named.length === 0
            ? "Nobody is named beside you any more."
            : "These people are named now. Whoever is named signs in with their own email address, and sees what is theirs of it."}
        </Paragraph>
        <Facts facts={primary.named.map(({ name, part }) => [name, part])} />
        <Paragraph>If this is not right, answer this email, and we put it right.</Paragraph>
        <DashboardLink noun={noun} cc={[]} dashboard={primary.dashboard} />
      </>
    ) : (
      <>
        <Greeting name={null} />
        <Paragraph>
          Our team has taken your name out of the {noun} of {property}. When you sign in you do not
          see it any more, and we send you nothing more about it.
        </Paragraph>
        <Paragraph>If you were asked to do an ID check for it, you need not do it.</Paragraph>
        <Paragraph>If this is a mistake, answer this email, and we put it right.</Paragraph>
      </>
    ),
});
