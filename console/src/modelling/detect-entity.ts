/**
 * Which entity an item is of: by what the model declares, else by an attribute that tools write, else
 * by the text before the first `#` of the sort key, then of the partition key.
 */
import type { AttributeValue, Item } from '../values/attribute-value.js'
import type { Entity, ModelKey, ModelTable } from './data-model.js'
import { fixedLengthOf, type KeyTemplate, matchTemplate, parseTemplate } from './key-template.js'

/** OneTable, DynamoDB-Toolbox, ElectroDB and Amplify, then what people use. */
export const typeAttributes = [
  '_type',
  '_et',
  '__edb_e__',
  '__typename',
  'type',
  'entityType',
  'EntityType',
  'Entity',
  'entity',
  'Type',
] as const

/** Items that nothing tells apart. */
export const otherEntity = 'Other'

interface CandidateEntity {
  readonly name: string
  readonly rule?: Entity['rule']
  /** Of the table's keys alone: keys of indexes may be missing in an item. */
  readonly templates: readonly (readonly [attribute: string, template: KeyTemplate])[]
  readonly fixedLength: number
}

export function entityFinder(table: ModelTable): (item: Item) => string {
  const candidates = table.entities
    .map((entity) => candidateOf(entity, table.key))
    .toSorted((a, b) => b.fixedLength - a.fixedLength)
  return (item) =>
    declaredEntity(candidates, item) ??
    typedEntity(candidates, item) ??
    prefixedEntity(candidates, table.key, item) ??
    onlyOpenEntity(candidates, item) ??
    otherEntity
}

/** The text of a key: numbers and binary values as they are written. */
export function keyTextOf(value: AttributeValue | undefined): string | undefined {
  if (value === undefined) return undefined
  if ('S' in value) return value.S
  if ('N' in value) return value.N
  return 'B' in value ? value.B : undefined
}

/** What an attribute that names the type says. */
export function typeTextOf(item: Item): string | undefined {
  const name = typeAttributes.find((each) => isText(item[each]))
  return name === undefined ? undefined : keyTextOf(item[name])
}

function isText(value: AttributeValue | undefined): boolean {
  return value !== undefined && 'S' in value && value.S !== ''
}

function candidateOf({ name, rule, templates }: Entity, key: ModelKey): CandidateEntity {
  const attributes = [key.partition, key.sort].flatMap((each) => each?.name ?? [])
  const parsed = attributes
    .filter((attribute) => (templates[attribute] ?? '') !== '')
    .map((attribute) => [attribute, parseTemplate(templates[attribute]!)] as const)
  const fixedLength = parsed.reduce((sum, [, template]) => sum + fixedLengthOf(template), 0)
  return { name, ...(rule === undefined ? {} : { rule }), templates: parsed, fixedLength }
}

function declaredEntity(candidates: readonly CandidateEntity[], item: Item): string | undefined {
  const ruled = candidates.find(
    ({ rule }) => rule !== undefined && keyTextOf(item[rule.attribute]) === rule.value,
  )
  if (ruled !== undefined) return ruled.name
  // A template without any fixed text fits every item: see onlyOpenEntity.
  return candidates.find(
    ({ rule, fixedLength, templates }) =>
      rule === undefined && fixedLength > 0 && fits(templates, item),
  )?.name
}

/** What nothing else claims belongs to the entity whose keys may be anything, if there is just one. */
function onlyOpenEntity(candidates: readonly CandidateEntity[], item: Item): string | undefined {
  const [open, ...others] = candidates.filter(
    ({ rule, fixedLength, templates }) =>
      rule === undefined && fixedLength === 0 && templates.length > 0,
  )
  if (open === undefined || others.length > 0) return undefined
  return fits(open.templates, item) ? open.name : undefined
}

function fits(templates: CandidateEntity['templates'], item: Item): boolean {
  return templates.every(([attribute, template]) => {
    const text = keyTextOf(item[attribute])
    return text !== undefined && matchTemplate(template, text) !== undefined
  })
}

function typedEntity(candidates: readonly CandidateEntity[], item: Item): string | undefined {
  const text = typeTextOf(item)
  return text === undefined ? undefined : declaredName(candidates, text)
}

function prefixedEntity(
  candidates: readonly CandidateEntity[],
  { partition, sort }: ModelKey,
  item: Item,
): string | undefined {
  const texts = [sort, partition].map((each) => each && keyTextOf(item[each.name]))
  const prefix = texts.map(prefixOf).find((each) => each !== undefined)
  return prefix === undefined ? undefined : declaredName(candidates, prefix)
}

function prefixOf(text: string | undefined): string | undefined {
  const end = text?.indexOf('#') ?? -1
  return end > 0 ? text?.slice(0, end) : undefined
}

/** As the model spells it, if it has an entity of that name. */
function declaredName(candidates: readonly CandidateEntity[], name: string): string {
  const same = candidates.find((each) => each.name.toLowerCase() === name.toLowerCase())
  return same?.name ?? name
}

export interface LegendEntry {
  readonly name: string
  readonly count: number
  /** Which of the tints; an entity keeps its own in every view of a table. */
  readonly tint: number
  readonly entity?: Entity
}

/** Entities of the model in its order, then what else the samples hold, by name. */
export function legendOf(table: ModelTable): readonly LegendEntry[] {
  const counts = new Map<string, number>(table.entities.map(({ name }) => [name, 0]))
  const entityOf = entityFinder(table)
  const found = table.samples.map(entityOf)
  for (const name of found) counts.set(name, (counts.get(name) ?? 0) + 1)
  const declared = table.entities.map(({ name }) => name)
  const others = [...counts.keys()].filter((name) => !declared.includes(name)).toSorted()
  return [...declared, ...others].map((name, tint) => {
    const entity = table.entities.find((each) => each.name === name)
    return { name, count: counts.get(name) ?? 0, tint, ...(entity === undefined ? {} : { entity }) }
  })
}
