import { readNamed } from "#app/domain/people/named.server.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { COMPLETE_ID_CHECK } from "./customer-steps.ts";
import { defineEmail } from "./email.ts";
import { Greeting, JustAnswer, LinkButton, Paragraph, Subtitle } from "./pieces.tsx";

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
