/**
 * Facets as entities: a facet has a name, aliases of the keys and the items it repeats. An alias is a
 * template if it has a variable; else it is a label, and the items tell the template.
 */
import type { Item } from '../values/attribute-value.js'
import {
  type Entity,
  type FacetRemains,
  itemKeyOf,
  type KeptMembers,
  keyAttributesOf,
  type ModelKey,
} from './data-model.js'
import { listOrNone, membersOrNone, textOr, textListOf, withoutMembers } from './json-members.js'
import { parseTemplate, variablesOf } from './key-template.js'
import { type KeyVariables, templateOfItems } from './propose-template.js'

interface FacetSource {
  readonly key: ModelKey
  readonly samples: readonly Item[]
  /** As Gramme wrote them; they win. */
  readonly entities: readonly Entity[]
}

export function entitiesOfFacets(
  facets: readonly KeptMembers[],
  { key, samples, entities }: FacetSource,
): readonly Entity[] {
  const read = facets.map((facet) => entityOfFacet(facet, key, samples))
  const merged = entities.map((entity) => {
    const facet = read.find(({ name }) => name === entity.name)?.facet
    return facet === undefined ? entity : { ...entity, facet }
  })
  const known = new Set(entities.map(({ name }) => name))
  return [...merged, ...read.filter(({ name }) => !known.has(name))]
}

function entityOfFacet(facet: KeptMembers, key: ModelKey, samples: readonly Item[]): Entity {
  const aliases = membersOrNone(facet['KeyAttributeAlias'])
  const partitionAlias = textOr(aliases['PartitionKeyAlias'], key.partition.name)
  const sortAlias = aliases['SortKeyAlias']
  const itemKeys = listOrNone(facet['TableData'])
    .map((item) => itemKeyOf(key, membersOrNone(item) as Item))
    .filter((each) => each !== undefined)
  const items = samples.filter((item) => itemKeys.includes(itemKeyOf(key, item)!))
  const remains: FacetRemains = {
    partitionAlias,
    ...(typeof sortAlias === 'string' ? { sortAlias } : {}),
    keptAliases: withoutMembers(aliases, ['PartitionKeyAlias', 'SortKeyAlias']),
    itemKeys,
    listsItems: facet['TableData'] !== undefined,
    listsAttributes: facet['NonKeyAttributes'] !== undefined,
    kept: withoutMembers(facet, [
      'FacetName',
      'KeyAttributeAlias',
      'NonKeyAttributes',
      'TableData',
    ]),
  }
  return {
    name: textOr(facet['FacetName'], 'Unnamed'),
    templates: templatesOf(key, items, [partitionAlias, textOr(sortAlias, '')]),
    attributes: textListOf(facet['NonKeyAttributes']),
    facet: remains,
  }
}

function templatesOf(
  key: ModelKey,
  items: readonly Item[],
  aliases: readonly string[],
): Readonly<Record<string, string>> {
  const variables: KeyVariables = new Map()
  const entries = keyAttributesOf(key).map(({ name }, i) => {
    const alias = aliases[i] ?? ''
    if (variablesOf(parseTemplate(alias)).length > 0) return [name, alias] as const
    const whole = templateOfAlias(alias || name)
    const found = items.length > 0 ? templateOfItems(items, name, variables) : whole
    // A template that is one variable says nothing but its name, and the alias is the better name.
    return [name, /^<[^<>]*>$/.test(found) ? whole : found] as const
  })
  return Object.fromEntries(entries)
}

/** `USER#email` is a label and what follows it; of `orderId#date` each part is a variable. */
function templateOfAlias(alias: string): string {
  const parts = alias.split('#')
  if (parts.length === 1) return `<${alias}>`
  const variable = (part: string): string => (part === '' ? '' : `<${part}>`)
  return parts
    .map((part, i) =>
      i < parts.length - 1 && /^[A-Z][A-Z\d_-]*$/.test(part) ? part : variable(part),
    )
    .join('#')
}
