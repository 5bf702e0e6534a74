import { jsonObjectFrom } from "kysely/helpers/postgres";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { readLawyerGroupWithFirm } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { selectContacts } from "#app/domain/transactions/matter-parts.server.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { assignedSide, openSides, type Side } from "#app/domain/transactions/sides.ts";
import type { Db } from "#db/connection.ts";
import type { SolicitorsChoice } from "./solicitors-choice.server.ts";
import { type LetterToWrite, planLetter, type PlannedLetter } from "./letter.server.ts";
import { uniqueMailboxes } from "#app/domain/shared/names.ts";
import { NO_BUYER_YET } from "./no-buyer-yet.ts";
import {
  SOLICITOR_EMAILS,
  type SolicitorEmail,
  waitsForBuyer,
  suppressionReason,
} from "./solicitor-emails.ts";

/** Email that an assignment sends, about one purchase or about all the sales of its recipient. */
export type PlannedEmail = {
  name: SolicitorEmail;
  side: Side;
  to: string;
  cc: string[];
  transaction_ids: string[];
  purchase_intent_id: string | null;
  letter: PlannedLetter | null;
};

/**
 * Effects of an assignment, for staff to confirm: the solicitors, and every email with its
 * recipients.
 */
export type SolicitorsPlan = Awaited<ReturnType<typeof planAssignment>>;

/**
 * Returns the current plan for assigning solicitors to a matter. suppressionReason decides which of
 * the ticked emails are not sent. A side that already has solicitors keeps them (AMB-K03).
 * @throws NotFoundError for the matter, or for a lawyer group with its field in `data.field`;
 * ConflictError if no solicitor was chosen for a side without one, if the chosen one is retired, or
 * if staff chose “No buyer yet” and a purchase is active or the seller has a solicitor
 */
export async function planSolicitors(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
  choice: SolicitorsChoice,
) {
  requireTransactionId(transaction_id);
  const matters = await readMatters(db, reader, [transaction_id]);
  if (matters.length === 0) throw transactionNotFound();
  return planAssignment(db, matters, { choice, for_group: false });
}

/**
 * Plans an assignment to several matters. Each seller, and each seller's solicitor, gets one email
 * about all of their matters.
 */
export async function planAssignment(
  db: Db,
  matters: readonly PlannedMatter[],
  { choice, for_group }: { choice: SolicitorsChoice; for_group: boolean },
) {
  const has_no_buyer = choice.buyer_lawyer_group_id === NO_BUYER_YET.value;
  if (has_no_buyer && matters.some(({ purchase }) => purchase !== null)) {
    throw new ConflictError("There is a buyer now. Select their solicitor", {
      data: { field: "buyer_lawyer_group_id" },
    });
  }
  if (has_no_buyer && !openSides(matters).includes("seller")) {
    throw new ConflictError("The seller has a solicitor now. Select the buyer’s", {
      data: { field: "buyer_lawyer_group_id" },
    });
  }
  const buyer_lawyer_group_id = has_no_buyer ? null : choice.buyer_lawyer_group_id;
  const acting = (matter: Assigned) => ({
    seller_lawyer_group_id: matter.seller_lawyer_group_id ?? choice.seller_lawyer_group_id,
    buyer_lawyer_group_id: matter.buyer_lawyer_group_id ?? buyer_lawyer_group_id,
  });
  if (openSides(matters).some((side) => !choice[`${side}_lawyer_group_id`])) {
    throw new ConflictError("A side no longer has a solicitor. Open the form again");
  }
  const chosen = {
    seller: await readChosen(db, "seller", choice, matters),
    buyer: has_no_buyer ? null : await readChosen(db, "buyer", choice, matters),
  };
  const planned = matters.map((matter) => planMatter(matter, { chosen, choice, for_group }));
  return {
    units: matters.map(({ id, address }) => ({ id, property: addressLine(address) })),
    ...chosen,
    assigned: assignedSide(matters),
    /**
     * True if one firm acts for both sides. Staff are warned, because that is usually a conflict of
     * interest (AMB-L02).
     */
    same_firm: matters.some(
      ({ seller_firm_id, buyer_firm_id }) =>
        (seller_firm_id ?? chosen.seller.law_firm_id) ===
        (buyer_firm_id ?? chosen.buyer?.law_firm_id),
    ),
    emails: await withLetters(
      db,
      joinEmails(planned.flatMap(({ emails }) => emails)),
      ({ side }) => ({ acting, comment: choice[`${side}_comments`] }),
    ),
    waiting: countTransactions(planned.flatMap(({ waiting }) => waiting)),
    not_sent: countTransactions(planned.flatMap(({ not_sent }) => not_sent)),
  };
}

type Group = Awaited<ReturnType<typeof readLawyerGroup>>;
/** The buyer’s is null if staff chose “No buyer yet”. */
type Chosen = { seller: Group; buyer: Group | null };

function readChosen(
  db: Db,
  side: Side,
  choice: SolicitorsChoice,
  matters: readonly PlannedMatter[],
) {
  const column = `${side}_lawyer_group_id` as const;
  const id = choice[column] ?? matters.find((matter) => matter[column])?.[column];
  if (!id) throw transactionNotFound();
  return readLawyerGroup(db, side, id, { acts: choice[column] === null });
}

/**
 * Sorts a matter's emails into those sent now, those that wait for a buyer, and those not sent,
 * with the reason.
 */
function planMatter(
  matter: PlannedMatter,
  { chosen, choice, ...plan }: { chosen: Chosen; choice: SolicitorsChoice; for_group: boolean },
) {
  const { seller, buyer } = chosen;
  const has_active_purchase = matter.purchase !== null;
  const facts = { ...plan, seller, buyer: buyer ?? undefined, has_active_purchase };
  const emails: AddressedEmail[] = [];
  const waiting: { name: SolicitorEmail }[] = [];
  const not_sent: { name: SolicitorEmail; why: string }[] = [];
  for (const side of openSides([matter])) {
    const group = chosen[side];
    if (group === null) continue;
    for (const name of SOLICITOR_EMAILS[side]) {
      const why = suppressionReason(name, facts) ?? (choice[name] ? null : "not ticked");
      if (why !== null) not_sent.push({ name, why });
      else if (waitsForBuyer(name, facts)) waiting.push({ name });
      else emails.push(addressEmail(matter, side, name, group.solicitor));
    }
  }
  return { emails, waiting, not_sent };
}

/**
 * Returns the emails to one side that are sent when a purchase is activated (AMB-L01). Leaves out
 * emails that cannot be sent.
 * @param about.purchase_intent_id the purchase that the emails are about; defaults to the active
 * one
 * @throws NotFoundError for the matter
 */
export async function planSideEmails(
  db: Db,
  about: {
    transaction_id: string;
    side: Side;
    names: readonly SolicitorEmail[];
    purchase_intent_id?: string;
  },
): Promise<PlannedEmail[]> {
  const { transaction_id, side, names, purchase_intent_id } = about;
  requireTransactionId(transaction_id);
  const [matter] = await readMatters(db, service, [transaction_id], purchase_intent_id);
  if (!matter) throw transactionNotFound();
  const id = matter[`${side}_lawyer_group_id`];
  if (id === null) return [];
  const group = await readLawyerGroup(db, side, id, { acts: true });
  const facts = {
    for_group: false,
    has_active_purchase: matter.purchase !== null,
    [side]: group,
  };
  const emails = names
    .filter((name) => suppressionReason(name, facts) === null && !waitsForBuyer(name, facts))
    .map((name) => addressEmail(matter, side, name, group.solicitor));
  return withLetters(db, joinEmails(emails), () => ({}));
}

type AddressedEmail = {
  name: SolicitorEmail;
  side: Side;
  people: readonly { email: string }[];
  transaction_id: string;
  purchase_intent_id: string | null;
};

function addressEmail(
  matter: PlannedMatter,
  side: Side,
  name: SolicitorEmail,
  solicitor: { email: string } | null,
): AddressedEmail {
  const customers = side === "seller" ? matter.sellers : (matter.purchase?.buyers ?? []);
  const people = isInstruction(name) ? [solicitor].filter((one) => one !== null) : customers;
  const purchase_intent_id = side === "buyer" ? (matter.purchase?.id ?? null) : null;
  return { name, side, people, transaction_id: matter.id, purchase_intent_id };
}

const isInstruction = (name: SolicitorEmail) => name.endsWith("_instruction");

/**
 * Merges emails of the same kind: each address gets one email per purchase, or one email about all
 * the sales.
 */
function joinEmails(addressed: readonly AddressedEmail[]): PlannedEmail[] {
  const emails = new Map<string, PlannedEmail>();
  for (const { name, side, people, transaction_id, purchase_intent_id } of addressed) {
    for (const to of uniqueMailboxes(people)) {
      const key = [name, to.toLowerCase(), purchase_intent_id].join(" ");
      const known = emails.get(key);
      emails.set(key, {
        name,
        side,
        to,
        cc: [],
        transaction_ids: [...(known?.transaction_ids ?? []), transaction_id],
        purchase_intent_id,
        letter: null,
      });
    }
  }
  return [...emails.values()];
}

/** Adds the letters to the instruction emails, so that staff confirm exactly what is sent. */
async function withLetters(
  db: Db,
  emails: readonly PlannedEmail[],
  details: (email: PlannedEmail) => Pick<LetterToWrite, "acting" | "comment">,
): Promise<PlannedEmail[]> {
  const written: PlannedEmail[] = [];
  for (const email of emails) {
    if (!isInstruction(email.name)) {
      written.push(email);
      continue;
    }
    const { side, transaction_ids, purchase_intent_id } = email;
    const about = { side, transaction_ids, purchase_intent_id, ...details(email) };
    const letter = await planLetter(db, about);
    if (letter) written.push({ ...email, cc: letter.letter.cc, letter });
  }
  return written;
}

function countTransactions<Reason extends object>(reasons: readonly Reason[]) {
  const counts = new Map<string, Reason & { transactions: number }>();
  for (const reason of reasons) {
    const key = JSON.stringify(reason);
    const { transactions = 0 } = counts.get(key) ?? {};
    counts.set(key, { ...reason, transactions: transactions + 1 });
  }
  return [...counts.values()];
}

type Assigned = { seller_lawyer_group_id: string | null; buyer_lawyer_group_id: string | null };

type PlannedMatter = Awaited<ReturnType<typeof readMatters>>[number];

/**
 * Returns matters, oldest first, with the people who may be emailed about them.
 * @param purchase_intent_id the purchase to read instead of the active one
 */
export function readMatters(
  db: Db,
  _reader: StaffReader | ServiceReader,
  ids: readonly string[],
  purchase_intent_id?: string,
) {
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .leftJoin("lawyer_groups as seller_group", "seller_group.id", "seller_lawyer_group_id")
    .leftJoin("lawyer_groups as buyer_group", "buyer_group.id", "buyer_lawyer_group_id")
    .where("transactions.id", "in", ids)
    .select(["seller_group.law_firm_id as seller_firm_id", "seller_lawyer_group_id"])
    .select(["buyer_group.law_firm_id as buyer_firm_id", "buyer_lawyer_group_id"])
    .select((eb) => [
      "transactions.id",
      "transactions.number",
      selectAddress("properties.address_id").$notNull().as("address"),
      selectContacts("seller").as("sellers"),
      jsonObjectFrom(
        eb
          .selectFrom("purchase_intents")
          .select("purchase_intents.id")
          .select(selectContacts("buyer").as("buyers"))
          .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
          .$call((purchases) =>
            purchase_intent_id === undefined
              ? purchases.where("purchase_intents.is_active", "=", true)
              : purchases.where("purchase_intents.id", "=", purchase_intent_id),
          ),
      ).as("purchase"),
    ])
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .execute();
}

/**
 * Returns a lawyer group that staff chose.
 * @throws NotFoundError; ConflictError if it is retired. Both have the field in `data.field`
 */
export async function readGroupToChoose(db: Db, field: string, id: string) {
  const group = await readGroupOf(db, field, id);
  if (!group.retired) return group;
  throw new ConflictError("This solicitor has been retired. Select another", { data: { field } });
}

async function readGroupOf(db: Db, field: string, id: string) {
  try {
    return await readLawyerGroupWithFirm(db, id);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new NotFoundError("This solicitor is no longer available. Select another", {
      data: { field },
    });
  }
}

/**
 * Reads a lawyer group. Accepts a retired group if it already acts, because it may have been
 * retired after it was assigned (AMB-K03).
 */
async function readLawyerGroup(db: Db, side: Side, id: string, { acts }: { acts: boolean }) {
  const field = `${side}_lawyer_group_id`;
  const group = await (acts ? readGroupOf : readGroupToChoose)(db, field, id);
  const { law_firm_id, law_firm, name, panel_solicitor, solicitor } = group;
  return { id, name, law_firm_id, law_firm: law_firm.name, panel_solicitor, solicitor };
}
