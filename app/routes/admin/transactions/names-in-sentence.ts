import { fullName, type Names } from "#app/domain/shared/names.ts";

const list = new Intl.ListFormat("en-GB");

export const namesInSentence = (people: readonly Names[]): string =>
  list.format(people.map((person) => fullName(person)));
