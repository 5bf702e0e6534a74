import type { Choices } from "#app/domain/shared/choices.ts";
import { Filters, FilterSelect } from "#app/ui/filters.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { readMatterFilters } from "./matter-filters.server.ts";
import { OptionFilter } from "./option-fields.tsx";

type Shown = Awaited<ReturnType<typeof readMatterFilters>>;

const NO_CHOICES: Choices = { options: [], many: false, more: false, find: "", chosen: null };

/** Renders the filters of matters, with a message if the options can’t be read. */
export function MatterFilters({
  filters: { filter, options, selects },
  sort,
  clear,
}: {
  filters: Shown;
  /** Select field for the order, if the list has several. */
  sort?: Shown["selects"][number];
  clear: string;
}) {
  const agents = options?.estate_agents ?? NO_CHOICES;
  const lawyers = options?.lawyer_groups ?? NO_CHOICES;
  const [paid, ...others] = selects;
  const chosen = [...Object.values(filter), sort?.value];
  return (
    <>
      {options === null ? (
        <Notification
          kind="error"
          title="Failed to load filter options. Please refresh the page."
        />
      ) : null}
      <Filters
        label="Filter transactions"
        chosen={chosen.filter(Boolean).length}
        clear={clear}
        open={agents.find !== "" || lawyers.find !== ""}
      >
        {paid ? <FilterSelect {...paid} /> : null}
        <OptionFilter
          name="estate_agent"
          label="Estate agent"
          empty="All Estate Agents"
          of="estate-agents"
          choices={agents}
          find={{ name: "find_agent", noun: "an estate agent" }}
        />
        <OptionFilter
          name="lawyer_group"
          label="Lawyer group"
          empty="All Lawyer Groups"
          of="lawyer-groups"
          choices={lawyers}
          find={{ name: "find_lawyers", noun: "a lawyer group" }}
        />
        {others.map((select) => (
          <FilterSelect key={select.name} {...select} />
        ))}
        {sort ? <FilterSelect {...sort} /> : null}
      </Filters>
    </>
  );
}
