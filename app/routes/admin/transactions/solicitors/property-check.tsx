import { Card } from "#app/ui/card.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";

type CheckedProperty = {
  address: string;
  sellers: string;
  value: string;
  tenure: string;
  map: string;
};

/** Shows which matter it is, before anybody is assigned to it (L-039 to L-043). */
export function PropertyCheck({ address, sellers, value, tenure, map }: CheckedProperty) {
  return (
    <Card title="Property check" tone="warm" level="h3">
      <SummaryList
        layout="grid"
        rows={[
          { term: "Address", description: address },
          { term: "Sellers", description: sellers },
          { term: "Value", description: value },
          { term: "Tenure", description: tenure },
          {
            term: "Map",
            description: (
              // In this tab it would lose what the form beside it holds.
              <a href={map} target="_blank" rel="noopener noreferrer">
                Show on a map<span className="vh"> (opens in a new tab)</span>
              </a>
            ),
          },
        ]}
      />
    </Card>
  );
}
