import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deleteDocument, newCopyKey, putFile } from "#app/clients/documents.server.ts";
import {
  finishCopy,
  failCopy,
  startCopy,
  makeDataCopyJob,
} from "#app/domain/privacy/data-copies.server.ts";
import { erasePerson } from "#app/domain/privacy/erasure.server.ts";
import { writeExport } from "#app/domain/privacy/export.server.ts";
import { writeMatterFile } from "#app/domain/matter-files/write-matter-file.server.ts";
import { listUnreferencedKeys } from "#app/domain/privacy/nightly-purge.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { report } from "#app/observability/report.server.ts";
import { renderMatterFile } from "#app/pdf/pdf.server.ts";
import { erasePersonJob } from "#app/domain/privacy/privacy-requests.server.ts";
import { db } from "#db/connection.ts";
import { readContents } from "./email-contents.server.ts";
import { defineJob } from "./job.ts";

const FOLDER = "data-copy-";
const LEFT_OVER_MS = 24 * 60 * 60 * 1000;

/** Deletes temporary folders that an attempt left behind when its process was killed. */
async function deleteLeftovers() {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER)) continue;
    const folder = join(tmpdir(), name);
    // Another worker may already have deleted the folder.
    const found = await stat(folder).catch(() => null);
    if (found && Date.now() - found.mtimeMs > LEFT_OVER_MS)
      await rm(folder, { recursive: true, force: true });
  }
}

/** Renders the letter to a solicitor again, as it was sent. */
async function letter(letter_id: string): Promise<string> {
  const { renderEmail } = await import("#app/emails/render.server.ts");
  const name = "seller_solicitor_instruction";
  return (await renderEmail(name, await readContents(db, name, { letter_id }))).html;
}

/**
 * Creates the copy of a person's data or of a matter's file. Writes the copy to a local file first,
 * because an upload to S3 needs to know the size.
 */
export const makeDataCopy = defineJob({
  ...makeDataCopyJob,
  async run({ data_copy_id: id }, { isLast }) {
    const copy = await startCopy(db, id, newCopyKey());
    if (!copy) return;
    await deleteLeftovers();
    const folder = await mkdtemp(join(tmpdir(), FOLDER));
    const file = join(folder, "copy.zip");
    try {
      const sink = createWriteStream(file, { mode: 0o600 });
      const { missing } =
        "person" in copy
          ? await writeExport(sink, copy.person)
          : await writeMatterFile(sink, service, copy.transaction_id, {
              pdf: renderMatterFile,
              letter,
            });
      if (missing > 0)
        report(new Error(`${missing} documents are missing or do not match their digests`));
      await putFile(copy.key, file);
      await finishCopy(db, { id, size_bytes: (await stat(file)).size });
      // If the person was erased while the copy was made, the copy's row no longer exists, so
      // delete the copy too.
      for (const key of await listUnreferencedKeys(db, [copy.key])) await deleteDocument(key);
    } catch (error) {
      if (isLast) await failCopy(db, id);
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

/**
 * Erases a person after staff have confirmed the erasure. The person's sessions have already ended.
 */
export const erase = defineJob({
  ...erasePersonJob,
  run: ({ privacy_request_id }) => erasePerson(db, privacy_request_id),
});
