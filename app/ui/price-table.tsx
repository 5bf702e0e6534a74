type PriceRow = {
  label: string;
  hint?: string;
  amount: string;
};

export function PriceTable({
  caption,
  hideCaption,
  rows,
  total,
}: {
  caption: string;
  hideCaption?: boolean;
  rows: readonly PriceRow[];
  total?: PriceRow;
}) {
  return (
    <table className="price-table">
      <caption className={hideCaption ? "vh" : undefined}>{caption}</caption>
      <tbody>
        {rows.map((row) => (
          <Row key={row.label} {...row} />
        ))}
      </tbody>
      {total ? (
        <tfoot>
          <Row {...total} />
        </tfoot>
      ) : null}
    </table>
  );
}

function Row({ label, hint, amount }: PriceRow) {
  return (
    <tr>
      <th scope="row">
        {label}
        {hint ? <span className="hint">{hint}</span> : null}
      </th>
      <td>{amount}</td>
    </tr>
  );
}
