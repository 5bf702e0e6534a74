/**
 * The overlay nts2025 of the Property Data Trust Framework: the facts that a buyer must be given.
 * It is published under the MIT licence (`pdtf/LICENSE`). Only its structure is read. Its titles,
 * which are texts of other bodies, are not shown.
 */

import nts2025 from "./pdtf/nts2025.json" with { type: "json" };

/** Part of a JSON schema. One with a discriminator has branches, and needs it to choose one. */
export type Schema = {
  /** Number of the fact in the guidance of which this is the data. */
  nts2Ref?: string;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema | undefined>>;
  items?: Schema;
  enum?: readonly string[];
  discriminator?: { propertyName: string };
  oneOf?: readonly Schema[];
};

/** Schema of /propertyPack. */
export const OVERLAY: Schema = nts2025.properties.propertyPack;

/** Objects with branches that the overlay lacks, with the fact that decides between these. */
const OTHER_BRANCHES: readonly (readonly [string, string])[] = [["insurance", "isInsured"]];

/** Paths of all objects with branches, and of the fact that chooses the branch. */
export const BRANCHES: readonly { object: string; decides: string }[] = [
  ...listBranches(OVERLAY, []),
  ...OTHER_BRANCHES,
].map(([object, property]) => ({ object, decides: `${object}/${property}` }));

function listBranches(schema: Schema, path: readonly string[]): [string, string][] {
  const { discriminator, properties = {}, items, oneOf = [] } = schema;
  return [
    ...(discriminator ? [[path.join("/"), discriminator.propertyName] as [string, string]] : []),
    ...Object.entries(properties).flatMap(([name, part = {}]) =>
      listBranches(part, [...path, name]),
    ),
    ...(items ? listBranches(items, [...path, "0"]) : []),
    ...oneOf.flatMap((branch) => listBranches(branch, path)),
  ];
}
