import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import type { EstateAgent } from "#app/domain/estate-agents/estate-agents.server.ts";
import { PERSON_KINDS } from "#app/domain/estate-agents/parts.ts";
import { yesNoText } from "#app/domain/shared/answers.ts";
import { formatPhone } from "#app/domain/shared/phone.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { addressLine } from "#app/domain/shared/address.ts";

/** Error messages when an estate agent cannot be read (M-061) or saved (M-062). */
export const FAILURES = {
  read: "There was an error while fetching the estate agent details",
  write: "There was an error while updating the estate agent details",
};

export type AgentView = ReturnType<typeof agentView>;

type Person = {
  first_name: string;
  last_name: string | null;
  email: string | null;
  phone_number: string | null;
};

export function agentView(agent: EstateAgent) {
  const { id, brand_name, office, valuers, negotiators, coordinator, checks } = agent;
  const { office_name } = office;
  return {
    id,
    label: agentLabel({ office_name, brand_name }),
    office: {
      brand: brand_name,
      name: office_name,
      phone: office.office_phone_number,
      address: office.address && addressLine(office.address),
    },
    valuers: valuers.map((valuer) => ({
      ...personView(valuer),
      id: valuer.id,
      primary: valuer.primary_valuer,
      subscribed: yesNoText(valuer.is_subscribed),
    })),
    negotiators: negotiators.map((negotiator) => ({
      ...personView(negotiator),
      id: negotiator.id,
    })),
    coordinator: coordinator && {
      ...personView(coordinator),
      subscribed: yesNoText(coordinator.is_subscribed),
    },
    checks: {
      requests: whose(
        checks.requests_seller_thirdfort_checks,
        checks.requests_buyer_thirdfort_checks,
      ),
      receives: whose(
        checks.receives_seller_thirdfort_checks,
        checks.receives_buyer_thirdfort_checks,
      ),
      emails: checks.thirdfort_requester_emails.join(", ") || "None",
    },
    can_add: {
      valuer: valuers.length < PERSON_KINDS.valuer.max,
      negotiator: negotiators.length < PERSON_KINDS.negotiator.max,
    },
    /** An office must have at least one valuer (M-054). */
    can_delete_valuers: valuers.length > 1,
  };
}

function personView({ first_name, last_name, email, phone_number: phone }: Person) {
  return {
    name: fullName({ first_name, last_name }),
    email,
    phone,
    contact: [email, phone && formatPhone(phone)].filter(Boolean).join(", "),
  };
}

function whose(sellers: boolean, buyers: boolean) {
  if (sellers && buyers) return "Sellers, buyers and giftors";
  if (sellers) return "Sellers";
  return buyers ? "Buyers and giftors" : "No one";
}
