import { sql } from "kysely";
import { z } from "zod";
import { NotFoundError } from "#app/domain/errors.ts";
import type { Address } from "#app/domain/shared/address.ts";
import { personAddress, saveAddress } from "#app/domain/shared/address.server.ts";
import { SELECT_AN_OPTION } from "#app/domain/shared/messages.ts";
import { fullName, type Names } from "#app/domain/shared/names.ts";
import { SIDES } from "#app/domain/transactions/sides.ts";
import type { Db } from "#db/connection.ts";
import {
  type ActionPerson,
  type ActionPlace,
  type ActionValues,
  defineAction,
  refuseIfEnded,
} from "./action.ts";
import { NO_ADDRESS, nullableAddress, storedAddress, wholeAddress } from "./address.server.ts";

const stored = z.object({
  ...nullableAddress,
  person_id: z.string(),
  name: z.string(),
  side: z.enum(SIDES),
});
type Values = z.output<typeof stored>;

const personId = z.object({ person_id: z.string({ error: SELECT_AN_OPTION }) });

/** Corrects the postal address of one person. An account has it in all its matters. */
export const correctPostalAddress = defineAction({
  kind: "correct_postal_address",
  title: "Correct a postal address",
  event: "person_corrected",
  form: z.intersection(personId, personAddress),
  stored,
  people: listPeople,
  async read(db, place, person_id): Promise<Values> {
    const person = await findPerson(db, place, person_id);
    const { address, role } = person;
    return stored.parse({
      ...(address ?? NO_ADDRESS),
      person_id: person.id,
      name: fullName(person),
      side: role === "seller" ? "seller" : "buyer",
    });
  },
  async write(trx, place, { person_id, name: _, side: __, ...address }) {
    const { of_table, address_id } = await findPerson(trx, place, person_id);
    const known = z.object(storedAddress).safeParse(address).data;
    const correspondence_address_id = known ? await saveAddress(trx, address_id, known) : null;
    const changed = { correspondence_address_id };
    await (of_table === "parties"
      ? trx.updateTable("parties").set(changed).where("id", "=", person_id).execute()
      : trx
          .updateTable("users")
          .set((eb) => ({ ...changed, version: eb("version", "+", 1) }))
          .where("id", "=", person_id)
          .execute());
    if (known || address_id === null) return;
    await trx.deleteFrom("addresses").where("id", "=", address_id).execute();
  },
  show: (values) => [
    {
      label: `Postal address of ${values.name}`,
      text: addressText(values),
      phrase: `The postal address of ${values.name}`,
    },
  ],
  refusal: refuseIfEnded,
  async audience(db, { person_id, side }) {
    const { rows } = await sql<{ email: string | null }>`
      select email from users where id = ${person_id}
      union all select email from parties where id = ${person_id}`.execute(db);
    return { mailbox: rows[0]?.email ?? null, side };
  },
  sideOf: ({ side }) => side,
  letters: (_place, { side }) => [side],
  fields: ["correspondence_address_id"],
  comments: ({ name }) => `${name}: postal address`,
});

function addressText(address: ActionValues): string {
  const known = z.object(storedAddress).safeParse(address).data;
  return known ? wholeAddress(known) : "not known";
}

type Row = Names & {
  id: string;
  of_table: "users" | "parties";
  role: "seller" | "buyer" | "giftor";
  address_id: string | null;
  address: Address | null;
};

/** Selects the sellers of a matter, and the buyers and giftors of its purchase. */
async function readPeople(db: Db, { transaction_id, purchase_intent_id }: ActionPlace) {
  const { rows } = await sql<Row>`
    select person.*, row_to_json(addresses) as address from (
      select users.id, 'users' as of_table, 'seller' as role, 0 as part, -1 as position,
        first_name, middle_name, last_name, correspondence_address_id as address_id
      from users join transactions on seller_id = users.id
      where transactions.id = ${transaction_id}
      union all
      select id, 'parties', 'seller', 0, position,
        first_name, middle_name, last_name, correspondence_address_id
      from parties where transaction_id = ${transaction_id}
      union all
      select users.id, 'users', 'buyer', 1, -1,
        first_name, middle_name, last_name, correspondence_address_id
      from users join purchase_intents on buyer_id = users.id
      where purchase_intents.id = ${purchase_intent_id} and transaction_id = ${transaction_id}
      union all
      select id, 'parties', kind, case kind when 'buyer' then 1 else 2 end, position,
        first_name, middle_name, last_name, correspondence_address_id
      from parties where purchase_intent_id = ${purchase_intent_id}
    ) as person
    left join addresses on addresses.id = address_id
    order by part, position`.execute(db);
  return rows;
}

const ROLES: Record<Row["role"], string> = { seller: "Seller", buyer: "Buyer", giftor: "Giftor" };

async function listPeople(db: Db, place: ActionPlace): Promise<ActionPerson[]> {
  const people = await readPeople(db, place);
  return people.map(({ id, role, address, ...names }) => ({
    id,
    name: fullName(names),
    role: ROLES[role],
    text: address ? wholeAddress(address) : "No address yet",
  }));
}

async function findPerson(db: Db, place: ActionPlace, person_id: string | null): Promise<Row> {
  const found = (await readPeople(db, place)).find(({ id }) => id === person_id);
  if (!found) throw new NotFoundError("This person is no longer on this matter");
  return found;
}
