import { orderCheck } from "#app/domain/identity-checks/order-check.server.ts";
import { closeDatabase, db } from "#db/connection.ts";

/** An order of a check in a process of its own, so that a test can kill it. Its argument is what is ordered. */
const [place, order]: [Parameters<typeof orderCheck>[1], Parameters<typeof orderCheck>[2]] =
  JSON.parse(process.argv[2] ?? "");
await orderCheck(db, place, order);
await closeDatabase();
