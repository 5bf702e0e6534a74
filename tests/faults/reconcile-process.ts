import { reconcilePayments } from "#app/domain/payments/reconcile.server.ts";
import { closeDatabase, db } from "#db/connection.ts";

/** The nightly comparison in a process of its own, so that a test can kill it. Its argument is the time that it is. */
const counts = await reconcilePayments(db, new Date(Number(process.argv[2])));
await closeDatabase();
console.log(JSON.stringify(counts));
