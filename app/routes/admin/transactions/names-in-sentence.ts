import { fullName, type Names } from "#app/domain/fields/names.ts";

const list = new Intl.ListFormat("en-GB");

/** Joins names for a sentence: "Bea Byron, Jo Joint and Gail Giver". */
export const namesInSentence = (people: readonly Names[]): string =>
  list.format(people.map((person) => fullName(person)));
