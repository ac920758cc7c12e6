/** A type for the explorer: what the data says of it, and how often its properties are filled in. */

import type { Kind } from "../../operations.ts";
import { findType } from "../../site/schema/find-type.ts";
import type { ContentType, MediaType, TypeReference } from "../../site/schema/site-types.ts";
import type { TypeOwner } from "../../site/schema/type-owner.ts";
import { shortened } from "../../text/visible-text.ts";
import { noSuchType, type Problem } from "../problem.ts";
import type { ExploredSite } from "./explored-site.ts";
import type { TypeDetails, TypeUse } from "./explorer-api.ts";
import { propertyTexts } from "./node-cells.ts";

type TypeRequest = { kind: Kind; typeAlias: string };

/** How much of an example is shown. */
const LONGEST_EXAMPLE = 200;

/** @returns a problem for a type that neither the types nor the nodes of the site have */
export async function typeDetails(
  site: ExploredSite,
  { kind, typeAlias: alias }: TypeRequest,
): Promise<TypeDetails | Problem> {
  const { found, counted } = await typeNamed(site, { kind, typeAlias: alias });
  if (!found && !counted) return noSuchType(kind, { by: "alias", alias });
  return {
    kind,
    alias: found?.alias ?? alias,
    name: found?.name || null,
    nodes: counted?.nodes ?? 0,
    ...(found && { key: found.key }),
    ...(found?.icon && { icon: found.icon }),
    tabs: (found?.tabs ?? []).map(({ name, properties }) => ({
      name,
      properties: properties.map((property) => ({
        alias: property.alias,
        name: property.name,
        isMandatory: property.mandatory,
        ...(property.description && { description: property.description }),
        ...(property.editorAlias && { editorAlias: property.editorAlias }),
      })),
    })),
    compositions: (found?.compositions ?? []).map(named),
    allowed: (found?.allowedContentTypes ?? []).map(named),
  };
}

/** The type, if the data has types, and the number of its nodes, if it has nodes. */
async function typeNamed(site: ExploredSite, { kind, typeAlias: alias }: TypeRequest) {
  const found: ContentType | MediaType | undefined = findType(site.types[kind], { by: "alias", alias });
  const counts = await site.typeCounts();
  return {
    found,
    counted: counts.find((each) => each.kind === kind && each.alias === (found?.alias ?? alias)),
  };
}

function named({ alias, name }: TypeReference): TypeDetails["compositions"][number] {
  return { alias, name };
}

/**
 * The first request reads all values of the site.
 * @returns a problem for a type that neither the types nor the values of the site have
 */
export async function typeUse(site: ExploredSite, target: TypeRequest): Promise<TypeUse | Problem> {
  const { kind } = target;
  const { rows } = await site.auditSection("filled");
  const { found, counted } = await typeNamed(site, target);
  const alias = found?.alias ?? target.typeAlias;
  const isUsed = rows.some(({ owner }) => owner?.kind === kind && owner.type === alias);
  if (!found && !counted && !isUsed) return noSuchType(kind, { by: "alias", alias });
  const usedBy = (of: TypeOwner["of"]): TypeUse["nodes"] => {
    const own = rows.flatMap(
      ({ owner, cells: { property, filled, of: total, editor: editorAlias }, node }) =>
        owner?.kind === kind && owner.of === of && owner.type === alias
          ? [
              {
                owner,
                property: String(property),
                filled: Number(filled),
                total: Number(total),
                editorAlias,
                node,
              },
            ]
          : [],
    );
    return {
      total: own[0]?.total ?? 0,
      properties: own.map(({ owner, property, filled, editorAlias, node }) => {
        const isSecret = site.site.secrets().isSecret(owner, property);
        const position = node ? site.trees[kind].findKey(node.key) : -1;
        const view = position < 0 ? undefined : site.site.at({ kind, index: position });
        const text =
          view && of === "node" && !isSecret
            ? propertyTexts(site, [property])(view).get(property.toLowerCase())
            : undefined;
        return {
          alias: property,
          filled,
          isSecret,
          ...(editorAlias !== undefined && { editorAlias: String(editorAlias) }),
          ...(node && {
            example: {
              kind,
              key: node.key,
              name: node.name,
              ...(text && { text: shortened(text, LONGEST_EXAMPLE) }),
              ...(!view && { isElsewhere: true }),
            },
          }),
        };
      }),
    };
  };
  const elements = await site.auditSection("elements");
  const shownElements = elements.rows
    .filter(({ owner, cells }) => owner?.kind === kind && cells.element === alias)
    .reduce((sum, { cells }) => sum + Number(cells.elements), 0);
  return { nodes: usedBy("node"), elements: usedBy("element"), shownElements };
}
