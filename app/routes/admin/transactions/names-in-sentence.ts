import { fullName, type Names } from "#app/domain/fields/names.ts";

const list = new Intl.ListFormat("en-GB");

/** Returns the full names as a sentence continues: "Bea Byron, Jo Joint and Gail Giver". */
export const namesInSentence = (people: readonly Names[]): string =>
  list.format(people.map((person) => fullName(person)));
