type Fee = { label: string; withoutVat: string; withVat: string };

/** What is included, and what it is worth without and with VAT (D-063, D-064, AMB-D10). */
export function FeeTable({ fees, pay }: { fees: readonly Fee[]; pay: string }) {
  return (
    <table className="price-table">
      <caption>What your purchase includes</caption>
      <thead>
        <tr>
          <th scope="col">Included</th>
          <th scope="col">Without VAT</th>
          <th scope="col">With VAT</th>
        </tr>
      </thead>
      <tbody>
        {fees.map(({ label, withoutVat, withVat }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{withoutVat}</td>
            <td>{withVat}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            You pay
          </th>
          <td>{pay}</td>
        </tr>
      </tfoot>
    </table>
  );
}
