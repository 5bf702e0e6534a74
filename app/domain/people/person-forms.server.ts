import { z } from "zod";
import { personAddress } from "#app/domain/shared/address.server.ts";
import {
  crossFieldRule,
  giftorAmount,
  sortErrorsByPage,
  oneOf,
} from "#app/domain/shared/form-rules.server.ts";
import {
  emailAddress,
  otherNames,
  customerNames,
  staffEnteredCustomerNames,
} from "#app/domain/shared/names.server.ts";
import { mobilePhone, phoneFields } from "#app/domain/shared/phone.server.ts";
import { schemasOf } from "#app/domain/shared/questions.server.ts";
import { ABLE, REPRESENTATION_REASONS } from "./representation.ts";
import { ABOUT_YOU, GIFT, OTHER_PERSON, OWNER, RELATIONSHIPS } from "./questions.ts";
import { formMessage, RELATIONSHIP_REQUIRED } from "#app/domain/shared/messages.ts";

/**
 * Builds the form of a customer’s own details. Their email is shown but cannot be edited (C-009 to
 * C-017).
 */
export const aboutYouForm = (onRecord?: Parameters<typeof customerNames>[0]) =>
  mobilePhone(
    z.object(
      schemasOf(ABOUT_YOU, {
        ...customerNames(onRecord),
        ...phoneFields,
        correspondence_address: personAddress,
      }),
    ),
  );

export type AboutYou = z.output<ReturnType<typeof aboutYouForm>>;

const otherAddress = {
  same_address: z.boolean().optional(),
  correspondence_address: z.unknown().optional(),
};

const contact = { email: emailAddress(), ...phoneFields };

type OtherAddress = { same_address?: boolean | undefined; correspondence_address?: unknown };

const refuseAddress = (
  { same_address, correspondence_address }: OtherAddress,
  context: z.RefinementCtx,
) => {
  if (!same_address) {
    copyIssues(personAddress, correspondence_address ?? {}, context, ["correspondence_address"]);
  }
};

/** Adds the validation issues of one part of a form to the whole form. */
function copyIssues(
  part: z.ZodType,
  typed: unknown,
  context: z.RefinementCtx,
  at: readonly string[] = [],
) {
  for (const { message, path } of part.safeParse(typed, { error: formMessage }).error?.issues ??
    []) {
    context.addIssue({ code: "custom", message, path: [...at, ...path] });
  }
}

const withAddress = <Person extends OtherAddress>({
  same_address,
  correspondence_address,
  ...person
}: Person) => ({
  ...person,
  correspondence_address: same_address ? null : personAddress.parse(correspondence_address),
});

const reachable = mobilePhone(z.object(contact));

const mayAct = oneOf([ABLE, ...REPRESENTATION_REASONS]);

function personForms(names: typeof otherNames) {
  const otherPerson = z
    .object(schemasOf(OTHER_PERSON, { ...names, ...contact, ...otherAddress }))
    .superRefine(refuseAddress, crossFieldRule);

  /**
   * Form of a participant. If `same_address` is ticked, the address is null and the caller copies
   * the primary customer’s (X-004, C-043, AMB-C08).
   */
  const additionalPersonForm = mobilePhone(otherPerson).transform(withAddress);

  /** A giftor: a participant with an amount and a relationship (X-005, D-045 to D-050). */
  const giftorForm = additionalPersonForm.and(
    z.object(
      schemasOf(GIFT, {
        amount_pounds: giftorAmount(),
        relationship: z.enum(RELATIONSHIPS, { error: RELATIONSHIP_REQUIRED }),
      }),
    ),
  );

  const owner = z.object(
    schemasOf(OWNER, {
      ...names,
      representation_reason: mayAct,
      email: z.string().optional(),
      phone_number: z.string().optional(),
      phone_country: z.string().optional(),
      ...otherAddress,
    }),
  );

  /**
   * Form of an owner who is represented. They have no ID check, so their contact details are
   * optional.
   */
  const ownerForm = owner
    .superRefine(({ representation_reason: why, ...typed }, context) => {
      if (why === ABLE) copyIssues(reachable, typed, context);
    }, crossFieldRule)
    .superRefine(refuseAddress, crossFieldRule)
    .check(sortErrorsByPage(owner))
    .transform(({ representation_reason: why, email, phone_number, phone_country, ...person }) =>
      why === ABLE
        ? withAddress({ ...person, ...reachable.parse({ email, phone_number, phone_country }) })
        : withAddress({ ...person, representation_reason: why }),
    );

  return { additionalPersonForm, giftorForm, ownerForm };
}

export const { additionalPersonForm, giftorForm, ownerForm } = personForms(otherNames);

/**
 * Forms of people whom staff enter or who are already stored. Their names may have only one letter
 * (IN-10).
 */
export const recordedPerson = personForms(staffEnteredCustomerNames);
