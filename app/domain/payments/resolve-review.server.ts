import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { crossFieldRule, checkboxField } from "#app/domain/shared/form-rules.server.ts";
import { staffComment } from "#app/domain/shared/free-text.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import type { Db } from "#db/connection.ts";
import { paymentResolvedEmail } from "./emails.ts";
import { reviewNotFound, queuePayerEmail } from "./payment-reviews.server.ts";
import { isMisfit, MISFITS, type ReviewReason } from "./labels.ts";

/**
 * Form of a payment review. Resolving the review requires a note. A note can also be saved alone,
 * to record progress.
 */
export const ReviewForm = z
  .object({ dealt_with: checkboxField(), note: staffComment() })
  .refine(({ dealt_with, note }) => !dealt_with || note, {
    path: ["note"],
    message: "Add a note saying what was done",
    ...crossFieldRule,
  });

export type Review = z.output<typeof ReviewForm>;

/** Reads a review as its form shows it. @throws NotFoundError */
export async function readReview(
  db: Db,
  reader: StaffReader | ServiceReader,
  id: string,
): Promise<Review> {
  const part = toForm(await reviews(db, id).executeTakeFirstOrThrow(reviewNotFound));
  await reader.recordView({ list: "payment_reviews" });
  return part;
}

/**
 * Resolves or reopens a payment review, with a note. Once all payments that did not match an order
 * are resolved, the order can take a new payment if it is unpaid.
 * @throws EditConflictError, NotFoundError
 */
export async function updateReview(db: Db, id: string, yours: Review, edit: Edit): Promise<void> {
  await saveChange(db, {
    ...edit,
    action: "payment_review_updated",
    subject: { type: "payment_review", id },
    yours,
    async read(trx) {
      // Lock the order first, as recordPayment does, to avoid deadlocks.
      const { order_id } = await reviews(trx, id).executeTakeFirstOrThrow(reviewNotFound);
      if (order_id) await lockOrder(trx, order_id);
      return toForm(await reviews(trx, id).forUpdate().executeTakeFirstOrThrow(reviewNotFound));
    },
    async write(trx, before) {
      await writeReview(trx, id, { before, yours, actor_id: edit.actor.id });
    },
  });
}

function reviews(db: Db, id: string) {
  if (!isObjectId(id)) throw reviewNotFound();
  return db
    .selectFrom("payment_reviews")
    .select(["order_id", "reason", "note", "dealt_with_at", "stripe_transaction_id"])
    .where("id", "=", id);
}

function toForm({ note, dealt_with_at }: { note: string | null; dealt_with_at: Date | null }) {
  return { dealt_with: dealt_with_at !== null, note };
}

function lockOrder(trx: Db, id: string) {
  return trx.selectFrom("orders").select("id").where("id", "=", id).forUpdate().execute();
}

type Written = { before: Review; yours: Review; actor_id: string };

async function writeReview(trx: Db, id: string, { before, yours, actor_id }: Written) {
  const { dealt_with, note } = yours;
  const changes = before.dealt_with !== dealt_with;
  const { order_id, reason } = await trx
    .updateTable("payment_reviews")
    .set({
      note,
      ...(changes && {
        dealt_with_at: dealt_with ? sql`now()` : null,
        dealt_with_by: dealt_with ? actor_id : null,
      }),
    })
    .where("id", "=", id)
    .returning(["order_id", "reason"])
    .executeTakeFirstOrThrow();
  if (!changes || !order_id) return;
  const { transaction_id } = await markOrder(trx, order_id, reason);
  if (dealt_with && isMisfit(reason)) await queuePayerEmail(trx, id, paymentResolvedEmail);
  await recordEvent(trx, {
    transaction_id,
    event_name: dealt_with ? "payment_review_dealt_with" : "payment_review_reopened",
    author: "admin",
    author_id: actor_id,
    ...(note && { comments: note }),
  });
}

/**
 * Copies the reason of the order’s newest unresolved misfit to the order. If there is none, clears
 * the reason and, on an unpaid order, also the payment.
 */
async function markOrder(trx: Db, order_id: string, reason: ReviewReason) {
  const open = await trx
    .selectFrom("payment_reviews")
    .select("reason")
    .where("order_id", "=", order_id)
    .where("reason", "in", MISFITS)
    .where("dealt_with_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const order = await trx
    .selectFrom("orders")
    .select(["transaction_id", "paid_at"])
    .where("id", "=", order_id)
    .executeTakeFirstOrThrow();
  if (!isMisfit(reason)) return order;
  const isFree = !open && !order.paid_at;
  await trx
    .updateTable("orders")
    .set({
      review: open?.reason ?? null,
      ...(isFree && {
        stripe_transaction_id: null,
        stripe_transaction_status: null,
        stripe_checkout_session_id: null,
      }),
    })
    .where("id", "=", order_id)
    .execute();
  return order;
}
