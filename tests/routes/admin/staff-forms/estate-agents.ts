import {
  insertAgent,
  insertBrand,
  negotiator,
  valuer,
  valuersIn,
} from "#tests/support/estate-agents.ts";
import { renderConfirmation, renderFilledForm, type StaffForms } from "./staff-form.ts";

const agent = (id: string, part: string) => `/admin/estate-agents/${id}/${part}`;
const brand = (id: string) => `/admin/estate-agent-brands/${id}`;
const unique = () => crypto.randomUUID();

const person = (racer: number) => ({
  first_name: `Noor ${racer}`,
  last_name: "Okonjo",
  email: `noor.${racer}@example.test`,
  phone_number: "01904 555011",
});

const many = (count: number) =>
  Array.from({ length: count }, (_, number) => valuer(`Val${number}`));

const coordinator = { first_name: "Cora", last_name: "Dale", email: "cora@example.test" };

const COORDINATOR = ["first_name", "last_name", "email", "phone_number"];

export const estateAgentForms: StaffForms = {
  "estate-agent-brands/add.tsx": {
    writes: [["brand_created", "brand", []]],
    arrange({ ada }) {
      const brand_name = unique();
      return renderFilledForm(ada, brand("add"), "brand", () => ({ brand_name }));
    },
  },
  "estate-agent-brands/edit.tsx": {
    writes: [["brand_updated", "brand", ["brand_name"]]],
    async arrange({ db, ada }) {
      const id = await insertBrand(db);
      return renderFilledForm(ada, brand(id), "brand", () => ({ brand_name: unique() }));
    },
  },
  "estate-agent-brands/delete.tsx": {
    writes: [["brand_deleted", "brand", []]],
    raceOutcome: "either",
    async arrange({ db, ada }) {
      return renderConfirmation(ada, `${brand(await insertBrand(db))}/delete`);
    },
  },
  "estate-agents/add.tsx": {
    writes: [["estate_agent_created", "estate_agent", []]],
    async arrange({ db, ada }) {
      const typed = {
        "office.brand_id": await insertBrand(db),
        "office.office_name": "Northgate York",
        "valuers[0].first_name": "Val",
        "valuers[0].email": `${unique()}@example.test`,
      };
      return renderFilledForm(ada, "/admin/estate-agents/add", "new-estate-agent", () => typed);
    },
  },
  "estate-agents/office/edit.tsx": {
    writes: [["estate_agent_office_updated", "estate_agent", ["office_name"]]],
    async arrange({ db, ada }) {
      const path = agent(await insertAgent(db), "office");
      return renderFilledForm(ada, path, "office", (racer) => ({
        office_name: `Northgate ${racer}`,
      }));
    },
  },
  "estate-agents/checks/edit.tsx": {
    writes: [["estate_agent_checks_updated", "estate_agent", ["thirdfort_requester_emails"]]],
    async arrange({ db, ada }) {
      const path = agent(await insertAgent(db), "checks");
      return renderFilledForm(ada, path, "checks", (racer) => ({
        "thirdfort_requester_emails[0]": `checks.${racer}@example.test`,
      }));
    },
  },
  "estate-agents/people/coordinator.tsx adds": {
    writes: [["coordinator_saved", "coordinator", COORDINATOR]],
    async arrange({ db, ada }) {
      return renderFilledForm(
        ada,
        agent(await insertAgent(db), "coordinator"),
        "coordinator",
        person,
      );
    },
  },
  "estate-agents/people/coordinator.tsx changes": {
    writes: [["coordinator_saved", "coordinator", ["first_name"]]],
    async arrange({ db, ada }) {
      const id = await insertAgent(db, {
        coordinator: { ...coordinator, phone_number: null, is_subscribed: false },
      });
      return renderFilledForm(ada, agent(id, "coordinator"), "coordinator", (racer) => ({
        first_name: `Cora ${racer}`,
      }));
    },
  },
  "estate-agents/people/delete-coordinator.tsx": {
    writes: [["coordinator_deleted", "coordinator", []]],
    raceOutcome: "either",
    async arrange({ db, ada }) {
      const id = await insertAgent(db, {
        coordinator: { ...coordinator, phone_number: null, is_subscribed: false },
      });
      return renderConfirmation(ada, agent(id, "coordinator/delete"));
    },
  },
  "estate-agents/people/add-negotiator.tsx": {
    writes: [["negotiator_added", "estate_agent", ["negotiators"]]],
    async arrange({ db, ada }) {
      // An estate agent has at most five negotiators, so only one of the six submits can add one.
      const negotiators = ["Ned", "Nat", "Nell", "Nora"].map(negotiator);
      const id = await insertAgent(db, { negotiators });
      return renderFilledForm(ada, agent(id, "negotiators/add"), "negotiator", person);
    },
  },
  "estate-agents/people/edit-negotiator.tsx": {
    writes: [["negotiator_updated", "negotiator", ["first_name"]]],
    async arrange({ db, ada }) {
      const path = await ofNegotiator(db);
      return renderFilledForm(ada, path, "negotiator", (racer) => ({ first_name: `Ned ${racer}` }));
    },
  },
  "estate-agents/people/delete-negotiator.tsx": {
    writes: [["negotiator_deleted", "negotiator", []]],
    raceOutcome: "either",
    async arrange({ db, ada }) {
      return renderConfirmation(ada, `${await ofNegotiator(db)}/delete`);
    },
  },
  "estate-agents/people/add-valuer.tsx": {
    writes: [["valuer_added", "estate_agent", ["valuers"]]],
    async arrange({ db, ada }) {
      // An estate agent has at most 50 valuers, so only one of the six submits can add one.
      const id = await insertAgent(db, { valuers: many(49) });
      return renderFilledForm(ada, agent(id, "valuers/add"), "valuer", () => ({
        ...person(0),
        email: `${unique()}@example.test`,
      }));
    },
  },
  "estate-agents/people/add-valuer.tsx with one email at six offices": {
    writes: [["valuer_added", "estate_agent", ["valuers"]]],
    async arrange({ db, ada }) {
      const email = `${unique()}@example.test`;
      const offices = await Promise.all(Array.from({ length: 6 }, () => insertAgent(db)));
      return (racer) =>
        renderFilledForm(ada, agent(offices[racer]!, "valuers/add"), "valuer", () => ({
          ...person(0),
          email,
        }))(racer);
    },
  },
  "estate-agents/people/edit-valuer.tsx": {
    writes: [["valuer_updated", "valuer", ["last_name"]]],
    async arrange({ db, ada }) {
      const id = await insertAgent(db);
      const [only] = await valuersIn(db, id);
      return renderFilledForm(ada, agent(id, `valuers/${only!.id}`), "valuer", (racer) => ({
        last_name: `Ridley ${racer}`,
      }));
    },
  },
  "estate-agents/people/delete-valuer.tsx": {
    writes: [["valuer_deleted", "valuer", []]],
    raceOutcome: "either",
    async arrange({ db, ada }) {
      const id = await insertAgent(db, { valuers: many(2) });
      const [first] = await valuersIn(db, id);
      return renderConfirmation(ada, agent(id, `valuers/${first!.id}/delete`));
    },
  },
};

async function ofNegotiator(db: Parameters<typeof insertAgent>[0]) {
  const estate_agent_id = await insertAgent(db, { negotiators: [negotiator("Ned")] });
  const { id } = await db
    .selectFrom("negotiators")
    .select("id")
    .where("estate_agent_id", "=", estate_agent_id)
    .executeTakeFirstOrThrow();
  return agent(estate_agent_id, `negotiators/${id}`);
}
