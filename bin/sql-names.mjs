/**
 * Plugin that keeps Stryker from emptying names in SQL. Such a mutant would be pointless: its SQL
 * is invalid, so any test detects it.
 */

/** Methods whose string arguments are all names, operators or directions. */
const NAMES = new Set([
  "as",
  "column",
  "columns",
  "constraint",
  "deleteFrom",
  "distinctOn",
  "groupBy",
  "innerJoin",
  "insertInto",
  "leftJoin",
  "onRef",
  "orderBy",
  "ref",
  "returning",
  "select",
  "selectFrom",
  "updateTable",
  "whereRef",
]);

/** Methods whose third argument is a value, such as where("status", "=", "paid"). */
const CONDITIONS = new Set(["eb", "on", "order", "where"]);

function isNameOfSql(path) {
  if (!path.isStringLiteral()) return false;
  const inList = path.parentPath.isArrayExpression();
  const argument = inList ? path.parentPath : path;
  const call = argument.parentPath;
  if (!call?.isCallExpression() || argument.listKey !== "arguments") return false;
  const { callee } = call.node;
  const name = callee.type === "MemberExpression" ? callee.property.name : callee.name;
  return NAMES.has(name) || (CONDITIONS.has(name) && !inList && argument.key < 2);
}

const shouldIgnore = (path) => (isNameOfSql(path) ? "A name of SQL" : undefined);

export const strykerPlugins = [{ kind: "Ignore", name: "sql-names", value: { shouldIgnore } }];
