import { describe, expect, test } from "vitest";
import { agentFullName, agentLabel, estateAgentText } from "#app/domain/estate-agents/labels.ts";

describe("the labels of an estate agent (J-003, K-034, K-084 to K-087)", () => {
  test.each([
    ["Northgate York", "Northgate", "Northgate York"],
    [null, "Northgate", "Northgate"],
    ["", "Northgate", "Northgate"],
    [null, null, "Unknown Agent"],
  ])("office %s of brand %s has the label “%s”", (office_name, brand_name, label) => {
    expect(agentLabel({ office_name, brand_name })).toBe(label);
    const estate_agent = { office_name, brand_name };
    expect(estateAgentText({ estate_agent_status: "assigned", estate_agent })).toBe(label);
  });

  test.each([
    ["Castle & Quay Cardiff", "Castle & Quay", "Castle & Quay Cardiff"],
    ["Aire Street", "Northgate", "Northgate, Aire Street"],
    [null, "Northgate", "Northgate"],
    ["Northgate York", null, "Northgate York"],
    [null, null, "Unknown Agent"],
  ])(
    "office %s of brand %s has a full name that does not repeat the brand",
    (office_name, brand_name, name) => {
      expect(agentFullName({ office_name, brand_name })).toBe(name);
    },
  );

  test.each([
    ["pending", "Estate agent not assigned"],
    ["assigned", "Unknown Agent"],
    ["not_listed", "Estate agent not found in list"],
    ["no_agent", "Customer doesn't have an estate agent yet"],
  ] as const)("the estate agent status %s is shown as “%s”", (estate_agent_status, text) => {
    expect(estateAgentText({ estate_agent_status, estate_agent: null })).toBe(text);
  });
});
