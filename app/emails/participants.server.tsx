import {
  readPeopleChanged,
  peopleChangedEmail,
} from "#app/domain/participants/matter-side.server.ts";
import { readOwnSteps } from "#app/domain/notifications/recipient-steps.server.ts";
import { readNamed, personNamedEmail } from "#app/domain/people/participant-email.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { defineEmail } from "./email.ts";
import { Facts } from "./facts.tsx";
import { DashboardLink, Greeting, LinkButton, Paragraph, Subtitle } from "./components.tsx";
import { OwnSteps } from "./steps.tsx";
import { streetOf } from "./street.ts";

/**
 * Email to a co-seller or co-buyer when the primary customer has finished signing up. Lists the
 * reader's steps.
 */
export const person_named = defineEmail(personNamedEmail, {
  read: async (db, ids, { recipient }) => {
    const { place, ...named } = await readNamed(db, ids);
    return {
      ...named,
      steps: await readOwnSteps(db, { ...place, recipient, without_names: true }),
    };
  },
  subject: ({ noun, property }) => `You’ve been added to the ${noun} of ${streetOf(property)}`,
  preview: ({ noun }) => `See how the ${noun} is going and what you need to do.`,
  Body: ({ first_name, named_by, noun, role, is_represented, property, sign_in, ...named }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        {named_by ?? "Someone"} is {noun === "sale" ? "selling" : "buying"} {property} with{" "}
        {PRODUCT_NAME}
        {is_represented
          ? " on behalf of its owners, and you’ve been added as an owner."
          : `, and you’ve been added as a co-${role}.`}
      </Paragraph>
      <Subtitle>What you can see</Subtitle>
      <Paragraph>
        You can see the progress of the {noun}, who we’re waiting for, and the key dates. Sign in
        with this email address and we’ll send you a link. You don’t need to create an account.
      </Paragraph>
      <Paragraph>
        Once you’ve signed in, we’ll email you updates. You can choose which ones.
      </Paragraph>
      <LinkButton href={sign_in}>Sign in</LinkButton>
      {named.solicitor === null ? null : (
        <>
          <Subtitle>Your solicitor</Subtitle>
          <Paragraph>
            {named.solicitor === "to_choose"
              ? `${named_by ?? "The person who signed up"} will choose your solicitor, or ask us to choose.`
              : named.solicitor === "to_confirm"
                ? "We’ll arrange your solicitor once we’ve confirmed your purchase."
                : "We’ll arrange your solicitor."}{" "}
            We’ll introduce you by email.
          </Paragraph>
        </>
      )}
      <OwnSteps steps={named.steps} />
      <Subtitle>If this is a mistake</Subtitle>
      <Paragraph>
        If you don’t know {named_by ?? "this person"}, or you’re not involved with this property,
        don’t sign in. Reply to this email and we’ll correct it.
      </Paragraph>
    </>
  ),
});

/**
 * Email to the primary customer of a matter, or to the person removed, after staff have changed who
 * takes part in it.
 */
export const people_changed = defineEmail(peopleChangedEmail, {
  read: readPeopleChanged,
  subject: ({ noun, property, primary }) =>
    primary
      ? `The people on your ${noun} have changed: ${streetOf(property)}`
      : `You’ve been removed from the ${noun} of ${streetOf(property)}`,
  preview: ({ noun, primary }) =>
    primary ? `See who is on your ${noun} now.` : `You can no longer see this ${noun}.`,
  Body: ({ noun, property, primary }) =>
    primary ? (
      <>
        <Greeting name={primary.first_name} />
        <Paragraph>
          Our team has updated the list of people on your {noun} of {property}.{" "}
          {primary.named.length === 0
            ? "You’re now the only person on it."
            : "Anyone with their own email address can sign in and see the parts that concern them."}
        </Paragraph>
        {primary.named.length === 0 ? null : <Subtitle>Other people on this {noun}</Subtitle>}
        <Facts facts={primary.named.map(({ name, part }) => [name, part])} />
        <Paragraph>
          If this is right, you don’t need to do anything. If it’s wrong, reply to this email and
          we’ll correct it.
        </Paragraph>
        <DashboardLink noun={noun} dashboard={primary.dashboard} />
      </>
    ) : (
      <>
        <Greeting name={null} />
        <Paragraph>
          Our team has removed you from the {noun} of {property}. You’ll no longer see it when you
          sign in, and we won’t email you about it.
        </Paragraph>
        <Paragraph>If you were asked to do an ID check for it, you don’t need to do it.</Paragraph>
        <Paragraph>If this is a mistake, reply to this email and we’ll correct it.</Paragraph>
      </>
    ),
});
