/** Defined in a folder that `domain/stages` may import, too: `identity-checks` imports `sales`, which imports `stages`. */
export { ID_CHECKS_ORDERED } from "#app/domain/transactions/identity-check-timing.ts";
