import type { Cost } from "#app/domain/payments/costs.ts";
import { Card } from "#app/ui/card.tsx";
import { PriceTable } from "#app/ui/price-table.tsx";

/** All that it may cost, before anything is agreed to or paid. */
export function AllCosts({ matter, costs }: { matter: "sale" | "purchase"; costs: Cost[] }) {
  const title = `All that your ${matter} may cost`;
  return (
    <Card title={title}>
      <PriceTable caption={title} hideCaption rows={costs} />
    </Card>
  );
}
