import { checkState, type PersonsCheck } from "#app/domain/transactions/customer-progress.ts";

const ROLES: Record<PersonsCheck["person_type"], string> = {
  seller: "your co-seller",
  buyer: "your co-buyer",
  giftor: "who is giving money towards your purchase",
};

export function CoParties({
  checks: [, ...others],
  isOver,
}: {
  checks: readonly PersonsCheck[];
  isOver: boolean;
}) {
  return (
    <ul className="with-you">
      {others.map((person, index) => (
        <li key={index}>
          <strong>{person.first_name}</strong>, {ROLES[person.person_type]}
          {isOver ? null : (
            <>
              <br />
              <span className="hint">{checkText(person)}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Returns the state of an ID check, but never why it failed: that is between the person who was
 * checked and us.
 */
function checkText(person: PersonsCheck): string {
  switch (checkState(person)) {
    case "none":
      return "We haven’t ordered their ID check yet.";
    case "sent":
      return "They still need to complete their ID check.";
    case "failed":
    case "stopped":
    case "looked_at":
      return "We’ll contact them about their ID check if we need to.";
    case "done":
      return "They’ve completed their ID check.";
  }
}
