/**
 * Program that uploads PDFs at once, as browsers do, and prints the status of each answer. It is a
 * separate process, so that its work does not delay what the proof measures.
 */

import { request } from "node:http";
import { argv, stdout } from "node:process";
import { Readable } from "node:stream";

const { origin, bytes, targets } = JSON.parse(argv[2]);
const statuses = await Promise.all(targets.map(upload));
stdout.write(JSON.stringify(statuses));

function upload({ path, cookie }) {
  const head =
    '--b\r\nContent-Disposition: form-data; name="request"\r\n\r\n\r\n--b\r\nContent-Disposition: form-data; name="files"; filename="plan.pdf"\r\n\r\n';
  const end = "\r\n--b--\r\n";
  return new Promise((answered, failed) => {
    const sending = request(new URL(path, origin), {
      method: "POST",
      headers: {
        Origin: origin,
        Cookie: cookie,
        "Content-Type": "multipart/form-data; boundary=b",
        "Content-Length": head.length + bytes + end.length,
      },
    });
    sending.once("error", failed);
    sending.once("response", (response) => {
      response.resume();
      response.once("end", () => answered(response.statusCode));
    });
    Readable.from(parts(head, end)).pipe(sending);
  });
}

function* parts(head, end) {
  yield Buffer.from(head);
  const part = Buffer.alloc(64 * 1024, "%PDF-1.4 a plan ");
  for (let left = bytes; left > 0; left -= part.length) yield part.subarray(0, left);
  yield Buffer.from(end);
}
