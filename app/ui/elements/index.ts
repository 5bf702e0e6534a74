import { startElements } from "./start.ts";

startElements();
