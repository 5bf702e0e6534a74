import { readFileSync } from "node:fs";

/**
 * Loaded before a program (`node --import`): its Date is off by as many milliseconds as stand in the file that CLOCK_FILE
 * names, as on a machine whose clock is set while it runs. What counts time that passes goes on, as it does there.
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
