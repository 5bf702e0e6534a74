/**
 * PostgreSQL driver that keeps the row of each matter in `listed_transactions` consistent with the
 * tables that it is computed from. Triggers note which matters a transaction changes
 * (migrations/0089), and the driver refreshes their rows, and what follows from them, before the
 * commit: requests for documents, questions to firms and the work at the desk. Outside a
 * transaction, the trigger refuses a statement that changes a matter, and the driver runs the
 * statement again in a transaction.
 */

import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from "kysely";
import { refreshChases } from "#app/domain/chases/refresh-chases.server.ts";
import { refreshDesk } from "#app/domain/desk/refresh-desk.server.ts";
import { refreshRequests } from "#app/domain/documents/refresh-requests.server.ts";
import { refreshMatters } from "#app/domain/stages/refresh.server.ts";

/**
 * Maximum number of matters that a transaction refreshes. Above this number a job refreshes them,
 * so that no transaction locks many rows for long.
 */
const MAX_MATTERS = 100;

const OPEN = "set local fanlight.noted_matters = ' '";
const NOTED = CompiledQuery.raw("select current_setting('fanlight.noted_matters') as noted");
/** Code of the error that `note_matters` raises outside a transaction of this driver. */
const REFUSED = "FL001";

class MatterDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    if (this.#known.has(connection)) return connection;
    this.#known.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async (query) => {
      try {
        return await execute(query);
      } catch (error) {
        if (!isRefused(error)) throw error;
        return await this.inTransaction(connection, () => execute(query));
      }
    };
    return connection;
  }

  /**
   * Starts the transaction and changes its setting in one message, which saves a round trip to the
   * database.
   */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const { isolationLevel, accessMode } = settings;
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : "";
    const begin = `start transaction${level}${accessMode ? ` ${accessMode}` : ""}`;
    await connection.executeQuery(CompiledQuery.raw(`${begin}; ${OPEN}`));
  }

  override async commitTransaction(connection: DatabaseConnection) {
    const { rows } = await connection.executeQuery<{ noted: string }>(NOTED);
    const ids = rows[0]?.noted.split(" ").filter((id) => id !== "" && id !== "all") ?? [];
    const now = ids.length > MAX_MATTERS ? await queue(connection, ids) : ids;
    await refreshMatters(connection, now);
    await refreshRequests(connection, now);
    await refreshChases(connection, now);
    await refreshDesk(connection, now);
    await super.commitTransaction(connection);
  }

  private async inTransaction<T>(connection: DatabaseConnection, work: () => Promise<T>) {
    await this.beginTransaction(connection, {});
    try {
      const result = await work();
      await this.commitTransaction(connection);
      return result;
    } catch (error) {
      await this.rollbackTransaction(connection);
      throw error;
    }
  }
}

/**
 * Queues a job that refreshes matters. Leaves out new matters and returns their ids, because the
 * pages of a new matter need its row immediately.
 */
async function queue(connection: DatabaseConnection, ids: readonly string[]): Promise<string[]> {
  const { rows } = await connection.executeQuery<{ id: string }>(
    CompiledQuery.raw(
      `select id from unnest($1::text[]) as id where not exists (
        select from listed_transactions as listed where listed.id = id.id)`,
      [ids],
    ),
  );
  const made = new Set(rows.map(({ id }) => id));
  const job = "select graphile_worker.add_job('refresh-matters', $1::json)";
  const others = ids.filter((id) => !made.has(id));
  if (others.length > 0) {
    await connection.executeQuery(CompiledQuery.raw(job, [JSON.stringify({ ids: others })]));
  }
  return [...made];
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === REFUSED;
}

export class MatterDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new MatterDriver(this.#config);
  }
}
