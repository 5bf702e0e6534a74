import { readFileSync } from "node:fs";

/**
 * Preload (`node --import`) that shifts Date by the milliseconds in the file CLOCK_FILE, as if the
 * machine’s clock had been changed. Monotonic clocks are not affected.
 */
const Real = Date;
let off = 0;
const look = () => {
  off = Number(readFileSync(process.env.CLOCK_FILE ?? "", "utf8")) || 0;
};
look();
setInterval(look, 50).unref();

globalThis.Date = class Date extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + off);
    else super(...given);
  }

  static now() {
    return Real.now() + off;
  }
};
