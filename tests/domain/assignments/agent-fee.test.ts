import { describe, expect, test } from "vitest";
import { agentFeeText } from "#app/domain/assignments/agent-fee.ts";
import {
  AgentFeeForm,
  readAgentFee,
  readAgentFeeForm,
  updateAgentFee,
} from "#app/domain/assignments/agent-fee.server.ts";
import { changeText, listChanges } from "#app/domain/history/changes.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();

async function matterWithAgent() {
  const { sale } = await sellerAtPayment(db);
  await setAgent(sale.transaction_id, await insertAgent(db));
  return sale.transaction_id;
}

function setAgent(id: string, estate_agent_id: string) {
  return db
    .updateTable("transactions")
    .set({ estate_agent_id, estate_agent_status: "assigned" })
    .where("id", "=", id)
    .execute();
}

async function save(id: string, fee: string, vat: string) {
  const staff = await signIn(db, { type: "admin" });
  const opened = await readAgentFeeForm(db, service, id);
  const actor = { id: staff.id, request_id: "" };
  const edit = { actor, opened: { fee: opened.fee ?? "", vat: opened.vat } };
  await updateAgentFee(db, id, AgentFeeForm.parse({ fee, vat }), edit);
}

describe("the estate agent’s fee on a matter", () => {
  test("a fee is unknown until staff record it, and again once they clear it", async () => {
    const id = await matterWithAgent();
    expect(await readAgentFee(db, id)).toBeNull();
    await save(id, "1.25%", "plus");
    expect(await readAgentFee(db, id)).toEqual({
      amount_pence: null,
      basis_points: 125,
      includes_vat: false,
    });
    await save(id, "", "included");
    expect(await readAgentFee(db, id)).toBeNull();
  });

  test.each([
    ["£3,000", "plus", "£3,000 plus VAT"],
    ["3600.5", "included", "£3,600.50, including VAT"],
    ["1%", "plus", "1% of the sale price plus VAT"],
    ["1.44 %", "included", "1.44% of the sale price, including VAT"],
  ])("a fee typed as %s with VAT %s reads “%s”", async (typed, vat, text) => {
    const id = await matterWithAgent();
    await save(id, typed, vat);
    const fee = await readAgentFee(db, id);
    expect(fee && agentFeeText(fee)).toBe(text);
  });

  test.each(["1.25", "0%", "21%", "1.255%", "-1%", "a lot", "£2,000,000", "£1,00"])(
    "refuses the fee %s",
    (fee) => {
      expect(AgentFeeForm.safeParse({ fee, vat: "plus" }).success).toBe(false);
    },
  );

  test("history shows the old and the new fee", async () => {
    const id = await matterWithAgent();
    await save(id, "1.25%", "plus");
    await save(id, "£2,500", "plus");
    const texts = (await listChanges(db, service, id)).map(changeText);
    expect(texts).toEqual(
      expect.arrayContaining([
        "Agent’s fee: set to 1.25%",
        "Agent’s fee: removed, was 1.25%",
        "Agent’s fee: set to £2,500.00",
      ]),
    );
  });

  test("a fee ends when the matter gets another estate agent", async () => {
    const id = await matterWithAgent();
    await save(id, "1.25%", "plus");
    await setAgent(id, await insertAgent(db));
    expect(await readAgentFee(db, id)).toBeNull();
  });

  test("refuses a fee on a matter without an estate agent", async () => {
    const { sale } = await sellerAtPayment(db);
    await expect(readAgentFeeForm(db, service, sale.transaction_id)).rejects.toThrow(
      "No estate agent is assigned to this matter",
    );
  });
});
