export { formatPence, formatPounds } from "#app/domain/fields/money.ts";
