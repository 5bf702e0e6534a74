import { z } from "zod";
import { personAddress } from "#app/domain/fields/address.server.ts";
import {
  betweenFields,
  giftorAmount,
  inPageOrder,
  oneOf,
} from "#app/domain/fields/form-rules.server.ts";
import {
  emailAddress,
  otherNames,
  ownNames,
  recordedPersonNames,
} from "#app/domain/fields/names.server.ts";
import { mobilePhone, phoneFields } from "#app/domain/fields/phone.server.ts";
import { schemasOf } from "#app/domain/fields/questions.server.ts";
import { ABLE, REPRESENTED_BECAUSE } from "./representation.ts";
import { ABOUT_YOU, GIFT, OTHER_PERSON, OWNER, RELATIONSHIPS } from "./questions.ts";
import { formMessage, RELATIONSHIP_REQUIRED } from "#app/domain/fields/messages.ts";

/**
 * The form of a customer’s own details. It only shows the email, which sign-up asked for (C-009 to C-017).
 *
 * @param onRecord their names as they are stored
 */
export const aboutYouForm = (onRecord?: Parameters<typeof ownNames>[0]) =>
  mobilePhone(
    z.object(
      schemasOf(ABOUT_YOU, {
        ...ownNames(onRecord),
        ...phoneFields,
        correspondence_address: personAddress,
      }),
    ),
  );

/** The answers of that form. */
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

/** Makes the form refuse what one of its parts refuses. */
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

const mayAct = oneOf([ABLE, ...REPRESENTED_BECAUSE]);

/** The forms of another person in a matter, by what their names have to be. */
function personForms(names: typeof otherNames) {
  const otherPerson = z
    .object(schemasOf(OTHER_PERSON, { ...names, ...contact, ...otherAddress }))
    .superRefine(refuseAddress, betweenFields);

  /**
   * Another person in a matter (X-004, C-043): a person with a separate address, or the first person's when
   * `same_address` is ticked; then `correspondence_address` is null and the caller copies (AMB-C08).
   */
  const additionalPersonForm = mobilePhone(otherPerson).transform(withAddress);

  /** A person who gives money towards a purchase: a person, an amount and a relationship (X-005, D-045 to D-050). */
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
      represented_because: mayAct,
      email: z.string().optional(),
      phone_number: z.string().optional(),
      phone_country: z.string().optional(),
      ...otherAddress,
    }),
  );

  /**
   * An owner whom a representative names. For an owner who has died or cannot act, it needs no email and no number, as
   * they are not checked; for everyone else it is as additionalPersonForm.
   */
  const ownerForm = owner
    .superRefine(({ represented_because: why, ...typed }, context) => {
      if (why === ABLE) copyIssues(reachable, typed, context);
    }, betweenFields)
    .superRefine(refuseAddress, betweenFields)
    .check(inPageOrder(owner))
    .transform(({ represented_because: why, email, phone_number, phone_country, ...person }) =>
      why === ABLE
        ? withAddress({ ...person, ...reachable.parse({ email, phone_number, phone_country }) })
        : withAddress({ ...person, represented_because: why }),
    );

  return { additionalPersonForm, giftorForm, ownerForm };
}

/** The forms that customers fill in. */
export const { additionalPersonForm, giftorForm, ownerForm } = personForms(otherNames);

/** The same for staff, and for people on record: a name may have one letter (IN-10). */
export const recordedPerson = personForms(recordedPersonNames);
