import { Card } from "#app/ui/card.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import type { AnyField } from "#app/ui/forms/form-types.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";

/** How the developer pays, and what the units would cost otherwise (P-011, P-041, P-042, AMB-P06). */
export function PaymentCard({
  field,
  products,
}: {
  field: AnyField;
  products: readonly { id: string; name: string; price: string }[];
}) {
  return (
    <Card title="Payment">
      <TextField
        field={field}
        label="Stripe transaction ID"
        hint="Of the developer’s payment for the group. Without one the developer is invoiced."
        optional
        width="20"
        autoComplete="off"
        spellCheck={false}
      />
      <DataTable
        caption="What is ordered for each unit"
        rows={products}
        rowKey={({ id }) => id}
        columns={[
          { key: "name", title: "Product", cell: ({ name }) => name },
          {
            key: "price",
            title: "Normal price including VAT",
            align: "end",
            cell: ({ price }) => price,
          },
          { key: "charged", title: "In this group", align: "end", cell: () => "£0.00" },
        ]}
      />
    </Card>
  );
}
