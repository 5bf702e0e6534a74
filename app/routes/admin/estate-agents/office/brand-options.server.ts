import { listBrands } from "#app/domain/estate-agents/brands.server.ts";
import { readDb } from "#db/connection.ts";

/** Every brand, for a select. */
export async function brandOptions(): Promise<{ value: string; label: string }[]> {
  const brands = await listBrands(readDb);
  return brands.map(({ id, brand_name }) => ({ value: id, label: brand_name }));
}
