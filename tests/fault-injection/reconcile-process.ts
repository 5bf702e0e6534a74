import { reconcilePayments } from "#app/domain/payments/reconcile.server.ts";
import { closeDatabase, db } from "#db/connection.ts";

/**
 * Runs the nightly comparison with Stripe in a process that a test can kill. The argument is the
 * time of the comparison in milliseconds.
 */
const counts = await reconcilePayments(db, new Date(Number(process.argv[2])));
await closeDatabase();
console.log(JSON.stringify(counts));
