/**
 * Double of ClamAV's daemon. It speaks INSTREAM and VERSION as clamd does, and refuses every other
 * command. A document is infected if it contains the EICAR test
 * string, which every scanner reports.
 */

import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** The test string in two parts, so that no scanner reports this file. */
export const EICAR = [
  "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-",
  "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*",
].join("");

type Options = {
  /** Greatest length of a document (StreamMaxLength), which clamd checks while it reads. */
  maxBytes?: number;
  /** Answer to each scan, instead of its result; null for none at all. */
  answer?: string | null;
};

/** Starts the double on a free port. Returns its URL, its log of commands, and how to close it. */
export async function serveClamAv({ maxBytes = 25 * 1024 * 1024, answer }: Options = {}) {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    answerCommand(socket, { maxBytes, answer }, commands).catch(() => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `tcp://127.0.0.1:${port}`,
    commands,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

async function answerCommand(
  socket: Socket,
  { maxBytes, answer }: Required<Pick<Options, "maxBytes">> & Pick<Options, "answer">,
  commands: string[],
) {
  const input = reader(socket);
  const command = await input.until(0);
  commands.push(command);
  if (command === "zVERSION") {
    socket.end("ClamAV 1.4.2/27500/Sun Nov 29 09:00:00 2026\0");
    return;
  }
  if (command !== "zINSTREAM") {
    socket.end("UNKNOWN COMMAND\0");
    return;
  }
  const chunks: Buffer[] = [];
  let received = 0;
  for (;;) {
    const length = (await input.take(4)).readUInt32BE();
    if (length === 0) break;
    received += length;
    if (received > maxBytes) {
      socket.end("INSTREAM size limit exceeded. ERROR\0");
      return;
    }
    chunks.push(await input.take(length));
  }
  if (answer === null) return;
  const isInfected = Buffer.concat(chunks).includes(EICAR);
  socket.end(`${answer ?? (isInfected ? "stream: Eicar-Signature FOUND" : "stream: OK")}\0`);
}

/** Reads bytes of a socket on demand. Throws if the socket ends before that. */
function reader(socket: Socket) {
  const source = socket[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  const more = async () => {
    const next: IteratorResult<Buffer> = await source.next();
    if (next.done) throw new Error("The connection ended too early");
    rest = Buffer.concat([rest, next.value]);
  };
  const cut = (length: number, skip = 0) => {
    const bytes = rest.subarray(0, length);
    rest = rest.subarray(length + skip);
    return bytes;
  };
  return {
    async take(length: number) {
      while (rest.length < length) await more();
      return cut(length);
    },
    async until(end: number) {
      while (!rest.includes(end)) await more();
      return cut(rest.indexOf(end), 1).toString("latin1");
    },
  };
}
