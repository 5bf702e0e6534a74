import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

type Settings = Readonly<Record<string, string>>;

type Place = { folder: string; build: string };

/**
 * The built service in a separate process, which shares the tests’ settings, session secret and
 * database.
 */
export class BuiltService {
  readonly base: string;
  readonly settings: NodeJS.ProcessEnv;
  private child: ChildProcess | null = null;
  private output = "";
  private readonly place: Place;

  /**
   * @param settings added to the tests’ settings. Without vendors’ keys, the doubles run inside the
   * service.
   */
  constructor(port: number, settings: Settings = {}, place: Partial<Place> = {}) {
    this.place = { folder: ".", build: "build/server/index.js", ...place };
    this.base = `http://localhost:${port}`;
    this.settings = {
      ...process.env,
      NODE_ENV: "production",
      WORKER: "in-process",
      TRUST_PROXY_HOPS: "1",
      SHUTDOWN_DELAY_MS: "0",
      SENDS_WITHOUT_RECAPTCHA_PER_HOUR: "1000",
      APP_URL: this.base,
      PORT: String(port),
      HOST: "127.0.0.1",
      ...settings,
    };
  }

  get isRunning() {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  get pid() {
    return this.child?.pid ?? 0;
  }

  get log() {
    return this.output;
  }

  async start(settings: Settings = {}): Promise<void> {
    const { folder, build } = this.place;
    if (!existsSync(join(folder, build))) {
      throw new Error("This test needs the built service: run npm run build first");
    }
    const program = ["node_modules/@remix-run/serve/dist/cli.js", build];
    this.child = spawn(process.execPath, program, {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...this.settings, ...settings },
    });
    const keep = (chunk: Buffer) => void (this.output += chunk.toString());
    this.child.stdout?.on("data", keep);
    this.child.stderr?.on("data", keep);
    await this.untilReady();
  }

  private async untilReady() {
    for (let attempt = 0; attempt < 600; attempt++) {
      const answer = await fetch(`${this.base}/readyz`).catch(() => null);
      if (answer?.ok) return;
      if (!this.isRunning) break;
      await pause(50);
    }
    throw new Error(`The built service did not start:\n${this.output}`);
  }

  /** Ends the service with `kill -9`. */
  kill() {
    return this.end("SIGKILL");
  }

  stop() {
    return this.end("SIGTERM");
  }

  async end(signal: "SIGKILL" | "SIGTERM" | "SIGINT") {
    if (!this.child || !this.isRunning) return;
    const gone = once(this.child, "exit");
    this.child.kill(signal);
    await gone;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || !address) throw new Error("There is no free port");
  return address.port;
}
