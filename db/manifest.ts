import { z } from "zod";

const TableCopy = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  sha256: z.string(),
});

/** What a backup folder's manifest.json says. The rows of a table are in `<schema>.<table>.copy.gz`. */
export const Manifest = z.object({
  made_at: z.string(),
  /** The last migration of ours that the database had. */
  migration: z.string(),
  tables: z.array(TableCopy),
});

export type TableCopy = z.infer<typeof TableCopy>;
export type Manifest = z.infer<typeof Manifest>;
