/**
 * Entities of a table by the shape of its keys: items with one type attribute, or else with the same
 * words at the start of their keys, are one entity.
 */
import type { Item } from '../values/attribute-value.js'
import { type Entity, everyKeyAttribute, type ModelKey, type ModelTable } from './data-model.js'
import { keyTextOf, typeTextOf } from './detect-entity.js'
import { proposedEntitiesMax } from './limits.js'
import { type KeyVariables, namesInKey, templateOfItems } from './propose-template.js'

export function proposeEntities(table: ModelTable): readonly Entity[] {
  const groups = new Map<string, Item[]>()
  for (const item of table.samples) {
    const shape = shapeOf(table.key, item)
    groups.set(shape, [...(groups.get(shape) ?? []), item])
  }
  const largest = [...groups].toSorted(([, a], [, b]) => b.length - a.length)
  const names = new Set<string>()
  return largest
    .slice(0, proposedEntitiesMax)
    .map(([shape, items]) => ({
      ...entityOfGroup(table, shape, items),
      name: nameOfGroup(table, JSON.parse(shape) as Partial<KeyShape>, {
        items,
        alone: groups.size === 1,
      }),
    }))
    .map((entity) => ({ ...entity, name: unusedName(entity.name, names) }))
}

interface KeyShape {
  readonly type: string | undefined
  readonly partition: string
  /** The word behind an identifier in the partition key: `USER#12#follower`. */
  readonly detail?: string | undefined
  readonly sort: string | undefined
}

function shapeOf({ partition, sort }: ModelKey, item: Item): string {
  const type = typeTextOf(item)
  const shape: KeyShape = {
    type,
    detail: type === undefined ? detailOf(keyTextOf(item[partition.name])) : undefined,
    partition: type === undefined ? labelOf(partition.name, keyTextOf(item[partition.name])) : '',
    sort:
      type === undefined && sort !== undefined
        ? labelOf(sort.name, keyTextOf(item[sort.name]))
        : undefined,
  }
  return JSON.stringify(shape)
}

function detailOf(text = ''): string | undefined {
  return /^[A-Za-z_-]+#[^#]*\d[^#]*#([A-Za-z][A-Za-z_-]+)$/.exec(text)?.[1]
}

/** The word that a key starts with, or the whole key if it is one word in capitals. */
function labelOf(attribute: string, text = ''): string {
  if (namesInKey(attribute, text.split('#').length).length > 0) return ''
  const lead = /^([A-Za-z][A-Za-z_-]*)(#|\||:|\/)/.exec(text)
  if (lead !== null) return lead[1]!
  return /^[A-Z][A-Z_-]+$/.test(text) ? text : ''
}

function entityOfGroup(
  table: ModelTable,
  shapeText: string,
  items: readonly Item[],
): Omit<Entity, 'name'> {
  const shape = JSON.parse(shapeText) as Partial<KeyShape>
  const keys = everyKeyAttribute(table).map(({ name }) => name)
  const variables: KeyVariables = new Map()
  const templates = keys
    .map((name) => [name, templateOfItems(items, name, variables)] as const)
    .filter(([, template]) => template !== '')
  const attributes = new Set(items.flatMap((item) => Object.keys(item)))
  const rule = ruleOf(shape.type, items)
  return {
    templates: Object.fromEntries(templates),
    attributes: [...attributes].filter((name) => !keys.includes(name)),
    ...(rule === undefined ? {} : { rule }),
  }
}

function ruleOf(type: string | undefined, items: readonly Item[]): Entity['rule'] {
  if (type === undefined) return undefined
  const attribute = Object.keys(items[0] ?? {}).find(
    (name) => typeTextOf({ [name]: items[0]![name]! }) === type,
  )
  return attribute === undefined ? undefined : { attribute, value: type }
}

/** By the type; else by what leads the sort key, unless that only repeats or details the partition's. */
function nameOfGroup(
  table: ModelTable,
  { type, partition, detail, sort }: Partial<KeyShape>,
  { items, alone }: { readonly items: readonly Item[]; readonly alone: boolean },
): string {
  if (type !== undefined) return type
  if (detail !== undefined) return spoken(detail)
  const details = ['METADATA', 'PROFILE', 'INFO', 'DETAILS', 'DETAIL', 'ROOT', 'META', 'A']
  const ownRow = sort === undefined || sort === '' || details.includes(sort.toUpperCase())
  const label = ownRow ? partition || sort || '' : sort
  // One letter tells entities of a table apart, but says less than the table's name if there is one alone.
  if (label === '' || (alone && label.length === 1)) {
    return spoken(commonWord(items, table.key.partition.name) ?? table.name)
  }
  return spoken(label)
}

/** `Complaint` of the keys `Complaint12` and `Complaint7`. */
function commonWord(items: readonly Item[], attribute: string): string | undefined {
  const words = items.map(
    (item) => /^([A-Za-z]{3,})\d+$/.exec(keyTextOf(item[attribute]) ?? '')?.[1],
  )
  return words.every((each) => each === words[0]) ? words[0] : undefined
}

function spoken(label: string): string {
  if (!/^[A-Z_-]+$|^[a-z_-]+$/.test(label)) return label
  return label
    .toLowerCase()
    .split(/[_-]+/)
    .map((each) => each.slice(0, 1).toUpperCase() + each.slice(1))
    .join('')
}

function unusedName(name: string, taken: Set<string>): string {
  let free = name
  for (let n = 2; taken.has(free); n++) free = `${name} ${n}`
  taken.add(free)
  return free
}
