import type { SeedRows } from "../seed-builder.ts";
import { offices } from "../content/agents.ts";
import { firstNames, lastNames, leadNotes, leadOffices, streets } from "../content/leads.ts";
import { matters } from "../content/matters/all.ts";
import { draw, id, pick } from "../deterministic.ts";
import { person, userId } from "../person.ts";
import { isOffice, officeNamed } from "./partners.ts";

/** Number of working days in three months, the period of the leads. */
const threeMonths = 62;
const weeksOfHealth = 2;

export function addOffice(book: SeedRows) {
  for (const [office, [town, district, price, count]] of Object.entries(leadOffices))
    for (let nth = 0; nth < count; nth++) addLead(book, { office, town, district, price, nth });
  addHealth(book);
}

type Source = { office: string; town: string; district: string; price: number; nth: number };

function addLead(book: SeedRows, { office, town, district, price, nth }: Source) {
  const key = `lead ${office} ${nth}`;
  const seller = findPerson(`${key} seller`);
  const second = draw(`${key} two`, 3) === 0 ? findPerson(`${key} second`) : null;
  const postcode = `${district} ${draw(`${key} sector`, 9) + 1}${pick(key, inward)}`;
  const house = draw(`${key} house`, 120) + 1;
  book.rows.leads.push({
    id: id("lead", key),
    valuer_id: valuerByKey(office, key),
    estate_agent_id: id("estate agent", office),
    property_address: `${house} ${pick(key, streets)}, ${town} ${postcode}`,
    initial_asking_price_pounds: price + 5_000 * (draw(`${key} price`, 31) - 15),
    seller_1_name: seller.name,
    seller_1_email: seller.email,
    seller_1_phone: seller.phone_number,
    seller_2_name: second?.name ?? null,
    seller_2_email: second?.email ?? null,
    seller_2_phone: second?.phone_number ?? null,
    additional_notes: draw(`${key} notes`, 4) === 0 ? pick(key, leadNotes) : null,
    lead_warmth: pick(`${key} warmth`, ["Warm lead", "Cold lead", "Don't know"] as const),
    client_aware_of_product: pick(`${key} aware`, ["Yes", "No"] as const),
    created_at: book.calendar.at(draw(`${key} day`, threeMonths), draw(`${key} time`, 540)),
  });
}

const inward = ["AB", "DF", "EH", "GJ", "HL", "LN", "PQ", "RT", "TW", "XY"] as const;

function findPerson(key: string) {
  const name = `${pick(`${key} first`, firstNames)} ${pick(`${key} last`, lastNames)}`;
  return { name, ...person(name) };
}

/**
 * Returns the id of one of an office's valuers. Leaves out valuers without an email address,
 * because the lead form needs one.
 */
function valuerByKey(office: string, key: string) {
  if (!isOffice(office)) return null;
  const { valuers, withoutEmail } = officeNamed(office);
  const [primary, ...rest] = valuers.filter((valuer) => !withoutEmail?.includes(valuer));
  return primary ? id("valuer", pick(`${key} valuer`, [primary, ...rest])) : null;
}

function addHealth(book: SeedRows) {
  for (const week of book.calendar.fridays(weeksOfHealth))
    for (const estate_agent_name of Object.keys(offices)) {
      const monthly_listings = 8 + draw(`monthly ${estate_agent_name} ${week}`, 25);
      book.rows.office_health.push({
        estate_agent_name,
        week,
        weekly_listings: 1 + draw(`weekly ${estate_agent_name} ${week}`, monthly_listings - 4),
        monthly_listings,
        total_active_listings: monthly_listings + 20 + draw(`active ${estate_agent_name}`, 90),
      });
    }
}

export function addGroups(book: SeedRows) {
  for (const { development, opened } of matters) {
    if (!development?.group) continue;
    const group_id = id("group", development.group);
    if (book.rows.transaction_groups.some((group) => group.id === group_id)) continue;
    book.rows.transaction_groups.push({
      id: group_id,
      name: development.group,
      stripe_transaction_id: development.stripe
        ? `pi_${id("stripe payment", development.group)}`
        : null,
      created_by: userId(development.createdBy),
      created_at: book.calendar.at(opened, 0),
    });
  }
}
