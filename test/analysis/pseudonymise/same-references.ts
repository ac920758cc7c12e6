/** Compares the references of a site before and after all of its properties are pseudonymised. */
import { expect } from "vitest";
import { nodePseudonymiser } from "../../../src/analysis/pseudonymise/node-pseudonymiser.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { decodedText, objectOf } from "../../../src/json/node-text.ts";
import { siteNodes } from "../../../src/site/site-nodes.ts";
import { ElementTypes } from "../../../src/site/values/element-types.ts";
import { readValue } from "../../../src/site/values/read-value.ts";

/** Expects every value of a site to refer to the same nodes when all properties are pseudonymised. */
export async function expectSameReferences(directory: string): Promise<void> {
  const { trees, types } = await loadDirectory(directory);
  const elementTypes = new ElementTypes(types());
  for (const node of siteNodes(trees)) {
    const own = [...node.properties()];
    const options = { contacts: true, properties: own.map(({ alias }) => alias) };
    const text = nodePseudonymiser(options, elementTypes).scrub(node.tree.text(node.index));
    const made = JSON.parse(objectOf(decodedText(text))).properties;
    for (const { alias, editorAlias, value } of own) {
      const targets = (json: string) =>
        readValue(json, editorAlias, elementTypes, alias).references.map(({ kind, target }) => ({
          kind,
          target,
        }));
      expect(targets(JSON.stringify(made[alias].value)), `${alias} ${value}`).toEqual(targets(value));
    }
  }
}
