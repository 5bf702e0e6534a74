import { sql, type Kysely } from "kysely";
import { generate, getDialect, type DatabaseMetadata } from "kysely-codegen";

/**
 * Generates db/types.d.ts from a migrated database. A text column whose check constraint lists its
 * values gets a union of literals as its type, so that no code has to repeat the values.
 */
export async function generateTypes<T>(db: Kysely<T>): Promise<string> {
  return await generate({
    db,
    dialect: getDialect("postgres", { dateParser: "string", numericParser: "string" }),
    includePattern: "public.*",
    excludePattern: "public.kysely_*",
    typeMapping: { int8: "number" },
    outFile: null,
    postprocess: ({ metadata }) => withListedValues(db, metadata),
  });
}

type ListedValues = {
  table_name: string;
  column_name: string;
  domain_name: string | null;
  definition: string;
};

async function withListedValues<T>(db: Kysely<T>, metadata: DatabaseMetadata) {
  const { rows } = await sql<ListedValues>`
    select class.relname as table_name, attribute.attname as column_name,
      domain.typname as domain_name, pg_get_constraintdef(check_.oid) as definition
    from pg_attribute attribute
    join pg_class class on class.oid = attribute.attrelid and class.relkind = 'r'
    left join pg_type domain on domain.oid = attribute.atttypid and domain.typtype = 'd'
    join pg_constraint check_ on check_.contype = 'c' and (
      check_.contypid = domain.oid or
      (check_.conrelid = class.oid and check_.conkey = array[attribute.attnum])
    )
    where class.relnamespace = 'public'::regnamespace and attribute.attnum > 0
    order by 1, 2`.execute(db);

  for (const { table_name, column_name, domain_name, definition } of rows) {
    const values = valuesListedIn(definition);
    const column = metadata.tables
      .find((table) => table.name === table_name)
      ?.columns.find((candidate) => candidate.name === column_name);
    if (!values || !column) continue;
    if (domain_name === null) {
      column.enumValues = values;
    } else {
      column.dataType = domain_name;
      metadata.enums.set(`${column.dataTypeSchema}.${domain_name}`, values);
    }
  }
  return metadata;
}

/**
 * Returns the values that a check constraint allows, if it does nothing but list them; otherwise
 * null. Parses the constraint as PostgreSQL prints it.
 */
function valuesListedIn(definition: string): string[] | null {
  const list = /^CHECK \(\(\(?\w+\)?(?:::text)? = ANY \(ARRAY\[(.+)\](?:::text\[\])?\)\)\)$/.exec(
    definition,
  )?.[1];
  if (list === undefined) return null;
  return [...list.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, value = ""]) =>
    value.replaceAll("''", "'"),
  );
}
