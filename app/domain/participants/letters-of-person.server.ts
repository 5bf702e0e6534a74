/** Letters to solicitors that contain a person’s details, which staff can send again (ST-13). */

import type { Actor } from "#app/domain/audit/audit.server.ts";
import {
  listLettersToRepeat,
  repeatLetters,
} from "#app/domain/assignments/letters-again.server.ts";
import {
  type CorrectablePerson,
  correctPerson,
  listParts,
} from "#app/domain/people/correct-person.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { SIDES, type Side } from "#app/domain/transactions/sides.ts";
import type { Edit } from "#app/domain/versions/save-change.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";

type LetterOfPerson = { transaction_id: string; side: Side; to: string; reference: string };

/**
 * Lists the letters about the matters and sides of a person, to solicitors who have had them. Only
 * staff may use this function: it does not check whose record it is.
 */
export async function listLettersOfPerson(
  db: Db,
  reader: StaffReader | ServiceReader,
  person: CorrectablePerson,
): Promise<LetterOfPerson[]> {
  const found: LetterOfPerson[] = [];
  for (const { transaction_id, person_type } of await listParts(db, person)) {
    const side = person_type === "seller" ? "seller" : "buyer";
    found.push(...(await listLettersOfSide(db, reader, { transaction_id, side })));
  }
  return found;
}

/** Lists the letter about one side of a matter, if its solicitor has had one. */
export async function listLettersOfSide(
  db: Db,
  reader: StaffReader | ServiceReader,
  { transaction_id, side }: { transaction_id: string; side: Side },
): Promise<LetterOfPerson[]> {
  const letters = await listLettersToRepeat(db, reader, transaction_id);
  const own = letters.filter((letter) => letter.side === side);
  if (own.length === 0) return [];
  const { number } = await db
    .selectFrom("transactions")
    .select("number")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const reference = formatMatterNumber(number);
  return own.map((letter) => ({ ...letter, transaction_id, reference }));
}

/** Returns the value of a letter’s checkbox. */
export const letterValue = ({ transaction_id, side }: LetterOfPerson) =>
  `${transaction_id} ${side}`;

/** Sends those of the letters again that staff ticked, in the transaction of the change. */
export async function repeatTickedLetters(
  trx: Db,
  letters: readonly LetterOfPerson[],
  { ticked, actor }: { ticked: readonly string[]; actor: Actor },
): Promise<void> {
  for (const letter of letters) {
    if (!ticked.includes(letterValue(letter))) continue;
    const { transaction_id, side } = letter;
    await repeatLetters(
      trx,
      { transaction_id, sides: SIDES.filter((name) => name === side) },
      { actor },
    );
  }
}

/**
 * Corrects a person’s details and, in the same transaction, sends those of their letters again that
 * staff ticked. Throws as correctPerson does.
 */
export async function correctPersonWithLetters(
  db: Db,
  person: CorrectablePerson,
  corrected: Parameters<typeof correctPerson>[2],
  { letters: ticked, ...edit }: Edit & { letters: readonly string[] },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await correctPerson(trx, person, corrected, edit);
    const letters = await listLettersOfPerson(trx, service, person);
    await repeatTickedLetters(trx, letters, { ticked, actor: edit.actor });
  });
}
