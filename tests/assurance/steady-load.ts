import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { paths } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";

type Answer = {
  at: number;
  ms: number;
  /** Status of the response; 0 if the connection was refused, "cut" if it broke later. */
  status: number | "cut";
};

const CUT = new Set(["ECONNRESET", "EPIPE"]);

/**
 * Visitors who arrive at a steady pace. Every fourth visitor sends a message, which is recorded so
 * that a lost message can be detected.
 */
export class SteadyLoad {
  readonly answers: Answer[] = [];
  private readonly taken: string[] = [];
  private readonly base: string;
  private readonly perSecond: number;
  private running: Promise<void> | null = null;
  private isPaused = false;
  private isOver = false;

  constructor(base: string, perSecond: number) {
    this.base = base;
    this.perSecond = perSecond;
  }

  start() {
    this.running = this.run();
  }

  pause() {
    this.isPaused = true;
  }

  resume() {
    this.isPaused = false;
  }

  async stop() {
    this.isOver = true;
    await this.running;
  }

  count(status: Answer["status"]): number {
    return this.answers.filter((answer) => answer.status === status).length;
  }

  get slowestMs() {
    return Math.max(...this.answers.map(({ ms }) => ms));
  }

  async countLost(db: Db): Promise<number> {
    const { rows } = await sql<{ message: string }>`select message from contact_requests`.execute(
      db,
    );
    const kept = new Set(rows.map(({ message }) => message));
    return this.taken.filter((message) => !kept.has(message)).length;
  }

  async countTwice(db: Db): Promise<number> {
    const { rows } =
      await sql`select from contact_requests group by message having count(*) > 1`.execute(db);
    return rows.length;
  }

  get takenCount() {
    return this.taken.length;
  }

  private async run() {
    const asked: Promise<void>[] = [];
    for (let visit = 0; !this.isOver; visit++) {
      if (!this.isPaused) asked.push(visit % 4 === 3 ? this.write() : this.read(visit));
      await pause(1_000 / this.perSecond);
    }
    await Promise.all(asked);
  }

  private async read(visit: number) {
    await this.ask(visit % 2 ? paths.signIn({ visit }) : `/?visit=${visit}`);
  }

  private async write() {
    const message = `How long does it take? ${crypto.randomUUID()}`;
    const fields = {
      full_name: "Sam Seller",
      email: `${crypto.randomUUID()}@example.test`,
      mobile_number: "07400 123456",
      message,
      referrer: "A friend",
      website: "",
    };
    const status = await this.ask(
      paths.contact.post().split("#")[0] ?? "/",
      new URLSearchParams(fields).toString(),
    );
    if (status === 303) this.taken.push(message);
  }

  private ask(path: string, body?: string): Promise<Answer["status"]> {
    const began = performance.now();
    const at = Date.now();
    const visitor = [10, byte(), byte(), byte()].join(".");
    const headers = {
      Origin: this.base,
      "X-Forwarded-For": visitor,
      ...(body && {
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": Buffer.byteLength(body),
      }),
    };
    return new Promise((resolve) => {
      const end = (status: Answer["status"]) => {
        this.answers.push({ at, ms: performance.now() - began, status });
        resolve(status);
      };
      const sent = request(
        new URL(path, this.base),
        {
          method: body ? "POST" : "GET",
          headers,
          agent: new Agent({ keepAlive: false }),
          timeout: 30_000,
        },
        (response) => {
          response.resume();
          response.on("end", () => end(response.statusCode ?? 0));
          response.on("error", () => end("cut"));
        },
      );
      sent.on("timeout", () => sent.destroy(new Error("nothing in 30 s")));
      sent.on("error", (error: NodeJS.ErrnoException) =>
        end(CUT.has(error.code ?? "") ? "cut" : 0),
      );
      sent.end(body);
    });
  }
}

function byte() {
  return 1 + Math.floor(Math.random() * 254);
}
