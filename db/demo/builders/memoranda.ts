import { createHash } from "node:crypto";
import type { Insertable } from "kysely";
import type { DB } from "#db/types.d.ts";
import type { SeedRows } from "../seed-builder.ts";
import { id } from "../deterministic.ts";
import { writePdf } from "../pdf.ts";
import { userId } from "../person.ts";

/** Address of the sale whose agent has just sent a memorandum, after staff declined another. */
const HOME = "31 Sydenham Road, Bristol BS6 5SJ";

type Memorandum = Omit<
  Insertable<DB["memoranda"]>,
  "id" | "document_id" | "estate_agent_id" | "sent_by" | "sent_email" | "sent_at"
>;

/** Adds memoranda of sale from estate agents: one agreed, one declined and one to check. */
export function addMemoranda(book: SeedRows) {
  const { rows, calendar } = book;
  const by = userId("Bronwen Pugh");
  const purchase = rows.purchase_intents.find(
    ({ is_active, transaction_id }) => is_active && valuerOf(book, transaction_id),
  );
  const buyer = rows.users.find(({ id: of }) => of === purchase?.buyer_id);
  if (purchase && buyer) {
    const { first_name, last_name, email, phone_number } = buyer;
    const { transaction_id } = purchase;
    // The price was changed after the sale was agreed.
    const agreement = rows.sale_agreements.find((each) => each.transaction_id === transaction_id);
    const { agreed_price_pounds } = agreement ?? purchase;
    addMemorandum(book, 8, {
      ...{ transaction_id, first_name, last_name, email, agreed_price_pounds },
      phone_number: phone_number ?? "+447400123470",
      ...{ status: "agreed", decided_by: by, decided_at: calendar.at(7, 60) },
    });
  }
  const transaction_id = id("transaction", HOME);
  const iris = { first_name: "Iris", last_name: "Okafor", email: "iris.okafor@customers.example" };
  const offer = { ...iris, transaction_id, phone_number: "+447400123471" };
  addMemorandum(book, 3, {
    ...{ ...offer, agreed_price_pounds: 385_000, status: "declined" },
    reason: "The memorandum has a price that the seller hasn’t accepted.",
    ...{ decided_by: by, decided_at: calendar.at(2, 60) },
  });
  addMemorandum(book, 1, { ...offer, agreed_price_pounds: 392_500 });
}

/** Returns the valuer with an email address at the office of a sale. */
function valuerOf({ rows }: SeedRows, transaction_id: string) {
  const sale = rows.transactions.find(({ id: of }) => of === transaction_id);
  return rows.valuers.find(
    ({ estate_agent_id: office, email }) => email && office === sale?.estate_agent_id,
  );
}

function addMemorandum(book: SeedRows, day: number, memorandum: Memorandum) {
  const { rows, calendar, documents } = book;
  const { transaction_id } = memorandum;
  const valuer = valuerOf(book, transaction_id);
  if (!valuer?.email) throw new Error(`The sale ${transaction_id} has no estate agent.`);
  const { estate_agent_id, email, first_name, last_name } = valuer;
  const bytes = writePdf(`Memorandum of sale, ${memorandum.agreed_price_pounds}`, [
    "Demonstration document",
  ]);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const s3_document_key = `demonstration/transactions/${transaction_id}/documents/${sha256}.pdf`;
  documents.set(s3_document_key, bytes);
  const document_id = id("document", `memorandum ${day}`);
  const sent_at = calendar.at(day, 60);
  rows.documents.push({
    ...{ id: document_id, transaction_id, estate_agent_id, sha256, s3_document_key },
    ...{ file_name: "Memorandum of sale.pdf", file_type: "pdf", size_bytes: bytes.length },
    ...{ conversion: "none", scan: "not_scanned", created_at: sent_at },
  });
  rows.memoranda.push({
    id: id("memorandum", `${day}`),
    ...{ ...memorandum, estate_agent_id, document_id, sent_at, sent_email: email },
    sent_by: [first_name, last_name].filter(Boolean).join(" "),
  });
}
