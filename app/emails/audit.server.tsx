import { readBrokenAudit, auditBrokenEmail } from "#app/domain/audit/check.server.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { defineEmail } from "./email.ts";
import { Paragraph } from "./components.tsx";

/** Email to the team: someone with the database owner's rights may have changed the audit log. */
export const audit_broken = defineEmail(auditBrokenEmail, {
  read: readBrokenAudit,
  subject: () => "The audit log failed its integrity check",
  preview: ({ count }) => `The nightly check found ${pluralise(count, "problem")}.`,
  Body: ({ count, first }) => (
    <>
      <Paragraph>
        The nightly check found {pluralise(count, "problem")}. Do not change anything in the
        database. Keep its backups, and find out who had access. The steps are in
        docs/operations.md.
      </Paragraph>
      {first.map((finding) => (
        <Paragraph key={finding}>{finding}</Paragraph>
      ))}
    </>
  ),
});
