export { formatPence, formatPounds } from "#app/domain/payments/money.ts";
