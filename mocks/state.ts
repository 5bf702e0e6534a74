import type { z } from "zod";

export type Kind<Value> = {
  vendor: string;
  name: string;
  shape: z.ZodType<Value>;
};

/** Storage of the doubles' state: a Map, or a table that several processes share. */
type Records = {
  read(vendor: string, kind: string, id: string): Promise<unknown>;
  /** Returns all values of a kind, newest first. */
  readAll(vendor: string, kind: string): Promise<unknown[]>;
  write(vendor: string, kind: string, id: string, value: unknown): Promise<void>;
  insert(vendor: string, kind: string, id: string, value: unknown): Promise<boolean>;
  remove(vendor: string, kind: string, id: string): Promise<void>;
};

export type State = {
  get<Value>(kind: Kind<Value>, id: string): Promise<Value | null>;
  list<Value>(kind: Kind<Value>): Promise<Value[]>;
  put<Value>(kind: Kind<Value>, id: string, value: Value): Promise<void>;
  add<Value>(kind: Kind<Value>, id: string, value: Value): Promise<boolean>;
  delete(kind: Kind<unknown>, id: string): Promise<void>;
};

export function stateOn(records: Records): State {
  return {
    async get({ vendor, name, shape }, id) {
      const value = await records.read(vendor, name, id);
      return value === undefined ? null : shape.parse(value);
    },
    async list({ vendor, name, shape }) {
      return (await records.readAll(vendor, name)).map((value) => shape.parse(value));
    },
    put: ({ vendor, name }, id, value) => records.write(vendor, name, id, value),
    add: ({ vendor, name }, id, value) => records.insert(vendor, name, id, value),
    delete: ({ vendor, name }, id) => records.remove(vendor, name, id),
  };
}

export function memoryState(): State {
  const tables = new Map<string, Map<string, string>>();
  function table(vendor: string, kind: string) {
    const name = `${vendor}/${kind}`;
    const known = tables.get(name) ?? new Map<string, string>();
    tables.set(name, known);
    return known;
  }
  return stateOn({
    read(vendor, kind, id) {
      const text = table(vendor, kind).get(id);
      return Promise.resolve(text === undefined ? undefined : parse(text));
    },
    readAll(vendor, kind) {
      return Promise.resolve([...table(vendor, kind).values()].reverse().map(parse));
    },
    write(vendor, kind, id, value) {
      table(vendor, kind).set(id, JSON.stringify(value));
      return Promise.resolve();
    },
    insert(vendor, kind, id, value) {
      const isNew = !table(vendor, kind).has(id);
      if (isNew) table(vendor, kind).set(id, JSON.stringify(value));
      return Promise.resolve(isNew);
    },
    remove(vendor, kind, id) {
      table(vendor, kind).delete(id);
      return Promise.resolve();
    },
  });
}

function parse(text: string): unknown {
  return JSON.parse(text);
}
