/** Sample items, checked by the key templates of their entity and by DynamoDB's own rules. */
import type { Item } from '../values/attribute-value.js'
import { type KeyAttribute, validateItem } from '../values/validate-item.js'
import {
  type Entity,
  everyKeyAttribute,
  itemKeyOf,
  keyAttributesOf,
  type ModelTable,
} from './data-model.js'
import { entityFinder, keyTextOf } from './detect-entity.js'
import { matchTemplate, parseTemplate } from './key-template.js'

export interface SampleFault {
  readonly itemKey: string
  readonly attribute?: string
  readonly message: string
}

export function checkSamples(table: ModelTable): readonly SampleFault[] {
  const entityOf = entityFinder(table)
  return table.samples.flatMap((item) => {
    const entity = table.entities.find(({ name }) => name === entityOf(item))
    return checkSample(table, entity, item)
  })
}

export function checkSample(
  table: ModelTable,
  entity: Entity | undefined,
  item: Item,
): readonly SampleFault[] {
  const itemKey = itemKeyOf(table.key, item) ?? ''
  const rules = validateItem(item, keysFor(table)).map(({ message, path }) => ({
    itemKey,
    ...(typeof path[0] === 'string' ? { attribute: path[0] } : {}),
    message,
  }))
  return [...rules, ...templateFaults(table, entity, item).map((each) => ({ itemKey, ...each }))]
}

function keysFor(table: ModelTable): readonly KeyAttribute[] {
  const [partition, sort] = keyAttributesOf(table.key)
  return everyKeyAttribute(table).map(({ name, type }) => ({
    name,
    type,
    role: name === partition?.name ? 'partition' : name === sort?.name ? 'sort' : 'index',
  }))
}

/** One variable has one value in all keys of an item, and in the attribute of its name. */
function templateFaults(
  table: ModelTable,
  entity: Entity | undefined,
  item: Item,
): readonly { readonly attribute: string; readonly message: string }[] {
  const values = new Map<string, string>()
  return everyKeyAttribute(table).flatMap(({ name }) => {
    const source = entity?.templates[name] ?? ''
    const text = keyTextOf(item[name])
    if (source === '' || text === undefined) return []
    const found = matchTemplate(parseTemplate(source), text)
    if (found === undefined) return [{ attribute: name, message: `${name} is not ${source}` }]
    return Object.entries(found).flatMap(([variable, value]) => {
      const other = values.get(variable) ?? keyTextOf(item[variable]) ?? value
      values.set(variable, value)
      if (other === value) return []
      return [
        {
          attribute: name,
          message: `${name} has ${value} for ${variable}, which is ${other} elsewhere in the item`,
        },
      ]
    })
  })
}
