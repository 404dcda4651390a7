/**
 * Sample items of an entity, from its key templates and from formats. Variables that items of other
 * entities have already get one of their values, so generated orders belong to customers that exist.
 */
import type { AttributeValue, Item } from '../values/attribute-value.js'
import { attributeTypeOf } from './attribute-types.js'
import { type Entity, everyKeyAttribute, itemKeyOf, type ModelTable } from './data-model.js'
import { entityFinder, keyTextOf } from './detect-entity.js'
import {
  fillTemplate,
  matchTemplate,
  parseTemplate,
  type TemplateValues,
  variablesOf,
} from './key-template.js'
import { generatedItemsMax } from './limits.js'
import { type Chance, sampleFormatOf, sampleText, sampleValue } from './sample-formats.js'

/** Tries for each wanted item, since chance may make one key twice. */
const triesPerItem = 20

export function generateSamples(
  table: ModelTable,
  entity: Entity,
  count: number,
  chance: Chance,
): readonly Item[] {
  const taken = new Set(table.samples.map((item) => itemKeyOf(table.key, item)))
  const known = valuesElsewhere(table, entity)
  const wanted = Math.min(count, generatedItemsMax)
  const items: Item[] = []
  for (let place = 0; items.length < wanted && place < wanted * triesPerItem; place++) {
    const item = generated(table, entity, variableValues(entity, known, chance, place), {
      chance,
      place,
    })
    const key = itemKeyOf(table.key, item)
    if (key === undefined || taken.has(key)) continue
    taken.add(key)
    items.push(item)
  }
  return items
}

/** Values that variables of this entity have in the keys of others. */
function valuesElsewhere(
  table: ModelTable,
  entity: Entity,
): ReadonlyMap<string, readonly string[]> {
  const entityOf = entityFinder(table)
  const found = new Map<string, Set<string>>()
  for (const item of table.samples) {
    const other = table.entities.find(({ name }) => name === entityOf(item))
    if (other === undefined || other.name === entity.name) continue
    for (const [name, value] of Object.entries(variablesIn(table, other, item))) {
      found.set(name, (found.get(name) ?? new Set()).add(value))
    }
  }
  return new Map([...found].map(([name, values]) => [name, [...values]]))
}

/** What the keys of an item say of the entity's variables. */
export function variablesIn(table: ModelTable, entity: Entity, item: Item): TemplateValues {
  const values = everyKeyAttribute(table).map(({ name }) => {
    const text = keyTextOf(item[name])
    const source = entity.templates[name]
    if (text === undefined || source === undefined) return {}
    return matchTemplate(parseTemplate(source), text) ?? {}
  })
  return Object.assign({}, ...values) as TemplateValues
}

function variableValues(
  entity: Entity,
  known: ReadonlyMap<string, readonly string[]>,
  chance: Chance,
  place: number,
): TemplateValues {
  const names = Object.values(entity.templates).flatMap((source) =>
    variablesOf(parseTemplate(source)),
  )
  const values = [...new Set(names)].map((name) => {
    const there = known.get(name)
    if (there === undefined) return [name, sampleText(variableFormat(name), chance, place)]
    return [name, there[Math.floor(chance() * there.length)]!]
  })
  return Object.fromEntries(values) as TemplateValues
}

/** Keys tell items apart, so words alone will not do. */
function variableFormat(name: string): string {
  const format = sampleFormatOf(name)
  return format === 'String' || format === 'Number' ? 'Identifier' : format
}

function generated(
  table: ModelTable,
  entity: Entity,
  values: TemplateValues,
  { chance, place }: { readonly chance: Chance; readonly place: number },
): Item {
  const item: Record<string, AttributeValue> = {}
  for (const { name, type } of everyKeyAttribute(table)) {
    const source = entity.templates[name]
    const text = source === undefined ? undefined : fillTemplate(parseTemplate(source), values)
    if (text !== undefined && text !== '') item[name] = keyValue(type, text, chance)
  }
  if (entity.rule !== undefined) item[entity.rule.attribute] ??= { S: entity.rule.value }
  for (const name of entity.attributes) {
    if (item[name] !== undefined) continue
    const known = values[name]
    const type = attributeTypeOf(table, name)
    item[name] =
      known !== undefined && type === 'S'
        ? { S: known }
        : sampleValue(type, sampleFormatOf(name, table.formats[name]), { chance, place })
  }
  return item
}

function keyValue(type: 'S' | 'N' | 'B', text: string, chance: Chance): AttributeValue {
  if (type === 'S') return { S: text }
  if (type === 'B') return { B: btoa(text) }
  return /^\d+$/.test(text) ? { N: text } : { N: sampleText('Number', chance, 0) }
}
