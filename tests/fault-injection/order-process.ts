import { orderCheck } from "#app/domain/identity-checks/order-check.server.ts";
import { closeDatabase, db } from "#db/connection.ts";

/**
 * Orders an identity check in a separate process that a test can kill. The argument is the place
 * and the order as JSON.
 */
const [place, order]: [Parameters<typeof orderCheck>[1], Parameters<typeof orderCheck>[2]] =
  JSON.parse(process.argv[2] ?? "");
await orderCheck(db, place, order);
await closeDatabase();
