import { expect, test } from "vitest";
import { listEvents } from "#app/domain/events/events.server.ts";
import { readAttachment } from "#app/domain/inbound-emails/received-emails.server.ts";
import { listSubscribedKinds } from "#app/domain/notifications/email-opt-outs.server.ts";
import { readMatterOrder } from "#app/domain/payments/orders.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { listSales, readSale, readSellers } from "#app/domain/sales/read-sale.server.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import { readTransaction } from "#app/domain/transactions/read-transaction.server.ts";
import { listUsers } from "#app/domain/people/users.server.ts";
import { listReviews } from "#app/domain/payments/payment-reviews.server.ts";
import type { EmailRecipient } from "#app/domain/readers/addressee.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import type { SignedIn } from "#app/auth/session.server.ts";
import type { Db } from "#db/connection.ts";
import { customerReader, linkReader, staffReader } from "#tests/support/readers.ts";

const id = "65f000000000000000000001";

/** Calls that only the compiler checks. They never run. */
export const reads = (db: Db, user: SignedIn) => {
  const recordView = () => Promise.resolve();
  // @ts-expect-error a signed-in user is not a reader yet
  void readSellerDashboard(db, { id, reader: user });
  // @ts-expect-error an object of the same shape has not passed a guard
  void readSellerDashboard(db, { id, reader: { id, type: "admin", recordView } });
  // @ts-expect-error an object that looks like an email’s recipient has not passed a guard
  const addressee: EmailRecipient = { id, type: "customer", of: "email", recordView };
  // @ts-expect-error a customer may not read a matter as staff see it
  void readTransaction(db, customerReader(id), id);
  // @ts-expect-error a customer may not list users
  void listUsers(db, customerReader(id), { limit: 1 });
  const looker = staffReader();
  // @ts-expect-error listing payment reviews needs the permission to see payments
  void listReviews(db, looker, "open", { limit: 1 });
  // @ts-expect-error a customer may not read a matter’s sellers as staff see them
  void readSellers(db, customerReader(id), id);
  // @ts-expect-error an id that no guard has returned is not a reader of events
  void listEvents(db, id, { limit: 1 });
  // @ts-expect-error the service may not read an order as staff see it
  void readMatterOrder(db, service, id);
  // @ts-expect-error an actor of the audit log is not a reader of attachments
  void readAttachment(db, { id, request_id: "" }, { email_id: id, position: 1 });
  // @ts-expect-error an id that no guard has returned is not a reader of sales
  void listSales(db, id);
  const link = linkReader("calendar", id);
  // @ts-expect-error the holder of a calendar link may not read the sale
  void readSale(db, { id, seller_id: link.id });
  // @ts-expect-error a calendar link may not read the email choices
  void listSubscribedKinds(db, link);
  return addressee;
};

test("a reader of customers’ data is a customer or a member of staff (SE-2)", () => {
  const readers: Reader[] = [customerReader(id), staffReader()];
  expect(readers.map(({ type }) => type)).toEqual(["customer", "admin"]);
});
