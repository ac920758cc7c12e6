/** Compares the references of a site before and after all of its properties are pseudonymised. */

import { expect } from "vitest";
import { nodePseudonymiser } from "../../../src/analysis/pseudonymise/node-pseudonymiser.ts";
import { decodedText, nodeJson } from "../../../src/json/node-text.ts";
import { loadSite } from "../../support/site.ts";

/** Expects every value of a site to refer to the same nodes when all properties are pseudonymised. */
export async function expectSameReferences(directory: string): Promise<void> {
  const site = await loadSite(directory);
  for (const node of site.nodes()) {
    const own = [...node.properties()];
    const options = { contacts: true, properties: own.map(({ alias }) => alias) };
    const text = nodePseudonymiser(options, site).scrub(node.tree.text(node.index));
    const made = JSON.parse(nodeJson(decodedText(text))).properties;
    for (const { alias, editorAlias, value } of own) {
      const targets = (json: string) =>
        site.read(json, editorAlias, alias).references.map(({ kind, target }) => ({
          kind,
          target,
        }));
      expect(targets(JSON.stringify(made[alias].value)), `${alias} ${value}`).toEqual(targets(value));
    }
  }
}
