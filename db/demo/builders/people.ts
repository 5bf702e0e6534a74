import { addAddress } from "../addresses.ts";
import type { SeedRows } from "../seed-builder.ts";
import { matters } from "../content/matters/all.ts";
import {
  type Colleague,
  customers,
  staff,
  staffDomain,
  staffRoles,
  visitors,
} from "../content/people.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import { id } from "../deterministic.ts";
import { person, userId } from "../person.ts";
import { stripeCustomerId } from "./orders.ts";

/**
 * Adds staff and customers. Call this last, because a customer's row is dated by the customer's
 * first action.
 */
export function addPeople(book: SeedRows) {
  for (const name of staff) addColleague(book, name);
  addHandlers(book);
  for (const { name, days, state } of visitors) {
    const created_at = book.calendar.at(days, 240);
    addCustomer(book, name, {
      created_at,
      active: state === "active",
      deactivated_at: state === "blocked" ? book.calendar.at(days - 2, 100) : null,
    });
  }
  for (const [name, created_at] of book.customerSince) {
    const active = name in customers;
    addCustomer(book, name, {
      created_at,
      active,
      ...(active && contactDetails(book, name, created_at)),
    });
  }
}

function addColleague(book: SeedRows, name: Colleague) {
  const colleague = person(name);
  book.rows.users.push({
    id: userId(name),
    type: "admin",
    active: true,
    ...colleague,
    // Staff addresses have only the first name: ada@, not ada.marsh@.
    email: `${colleague.first_name.toLowerCase()}@${staffDomain}`,
    created_at: book.calendar.at(210, 0),
    updated_at: book.calendar.at(210, 0),
  });
  for (const role of staffRoles[name]) {
    book.rows.staff_roles.push({
      user_id: userId(name),
      role,
      given_at: book.calendar.at(210, 0),
    });
  }
}

/** Adds the colleagues who take new matters. Bronwen is away this week; Tomasin replaces her. */
function addHandlers({ rows, calendar }: SeedRows) {
  const { today } = calendar;
  for (const name of ["Tomasin Okonjo", "Bronwen Pugh"] as const) {
    rows.handlers.push({
      user_id: userId(name),
      takes_new_matters: true,
      updated_at: calendar.at(200, 0),
    });
  }
  rows.staff_absences.push({
    id: id("absence", "Bronwen Pugh"),
    user_id: userId("Bronwen Pugh"),
    stand_in_id: userId("Tomasin Okonjo"),
    starts_on: londonDay(today),
    ends_on: addWorkingDays(londonDay(today), 3),
    created_by: userId("Bronwen Pugh"),
    created_at: calendar.at(9, 0),
  });
}

type Known = {
  created_at: Date;
  active: boolean;
  deactivated_at?: Date | null;
  correspondence_address_id?: string | null;
  stripe_customer_id?: string | null;
};

function addCustomer(book: SeedRows, name: string, known: Known) {
  book.rows.users.push({
    id: userId(name),
    type: "customer",
    ...person(name),
    updated_at: known.created_at,
    ...known,
  });
}

function contactDetails(book: SeedRows, name: string, created_at: Date) {
  const sale = matters.find(({ seller }) => seller === name);
  const given = Object.entries(customers).find(([customer]) => customer === name)?.[1];
  const home = given ?? sale?.home;
  const wasAtStripe = book.rows.orders.some(
    ({ stripe_customer_id }) => stripe_customer_id === stripeCustomerId(name),
  );
  return {
    correspondence_address_id: home
      ? addAddress(book, { owner: `${name}, customer`, text: home, created_at })
      : null,
    stripe_customer_id: wasAtStripe ? stripeCustomerId(name) : null,
  };
}
