/** The sellers’ confirmed answers in an email to their solicitor. The files are attached to it. */

import type { ContractPackState } from "#app/domain/notifications/firm-news-words.ts";
import type { PropertyInformationOutput } from "#app/domain/property-information/output.server.ts";
import { customerDate } from "#app/domain/shared/dates.ts";
import { Paragraph, Subtitle } from "./components.tsx";
import { Facts } from "./facts.tsx";

export type Confirmed = Pick<PropertyInformationOutput, "property" | "changed" | "gaps"> & {
  sellers: readonly string[];
  confirmed_at: string | null;
  contract_pack: ContractPackState;
};

const inSentence = (names: readonly string[]) => new Intl.ListFormat("en-GB").format(names);

/** Returns the title of the news, which says whether answers have changed since. */
export const confirmedTitle = ({ changed }: Pick<Confirmed, "changed">): string =>
  changed.length > 0 ? "Property information has changed" : "Property information";

export function ConfirmedInformation({
  property,
  sellers,
  confirmed_at,
  changed,
  gaps,
  contract_pack,
}: Confirmed) {
  return (
    <>
      {changed.length > 0 ? (
        <>
          <Paragraph>
            Answers about {property} have changed since the sellers confirmed them. The attached PDF
            marks each changed answer. If you have an earlier PDF from us, use this one instead.
          </Paragraph>
          <Facts
            facts={changed.map(({ label, first_name: by, answered_at }) => [
              label,
              `Changed by ${by} on ${customerDate(answered_at)}`,
            ])}
          />
        </>
      ) : (
        <Paragraph>
          {inSentence(sellers)} answered our questions about {property}
          {confirmed_at ? ` and confirmed the answers on ${customerDate(confirmed_at)}` : null}. The
          answers are attached as a PDF. The JSON file has the same facts in the format of the
          Property Data Trust Framework.
        </Paragraph>
      )}
      <Paragraph>
        {changed.length > 0
          ? "If you’ve used the earlier answers for the contract pack, please check what needs to change."
          : USE_ANSWERS[contract_pack]}
      </Paragraph>
      <Paragraph>
        The questions are our own. They don’t replace your own forms. If you need those too, please
        send them to your clients.
      </Paragraph>
      <Gaps gaps={gaps}>If you need one of these for the contract pack, ask your clients.</Gaps>
    </>
  );
}

const USE_ANSWERS: Record<ContractPackState, string> = {
  needed_without_buyer:
    "You can use the answers for the contract pack, even if there is no buyer yet. When the pack is ready, reply to this email.",
  needed:
    "You can use the answers for the contract pack. When the pack is ready, reply to this email.",
  ready: "The contract pack is ready. Please check that it agrees with these answers.",
};

/** Number of gaps in an email. The PDF lists all of them. */
const MAX_GAPS = 5;

/** Lists what is not known, and then says whom to ask. */
export function Gaps({ gaps, children }: { gaps: readonly string[]; children: string }) {
  if (gaps.length === 0) return null;
  const others = gaps.length - MAX_GAPS;
  return (
    <>
      <Subtitle>Not known yet</Subtitle>
      {gaps.slice(0, MAX_GAPS).map((gap) => (
        <Paragraph key={gap}>{gap}</Paragraph>
      ))}
      {others > 0 ? <Paragraph>The PDF lists {others} more.</Paragraph> : null}
      <Paragraph>{children}</Paragraph>
    </>
  );
}
