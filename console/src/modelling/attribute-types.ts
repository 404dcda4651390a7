/** What a table's attributes are called and of which type, by its declarations and its samples. */
import { typeOfValue, type ValueType } from '../values/attribute-value.js'
import { everyKeyAttribute, type ModelTable } from './data-model.js'

export function knownAttributes(table: ModelTable): ReadonlySet<string> {
  return new Set([
    ...everyKeyAttribute(table).map(({ name }) => name),
    ...table.attributes.map(({ name }) => name),
    ...table.entities.flatMap(({ attributes }) => attributes),
    ...table.samples.flatMap((item) => Object.keys(item)),
  ])
}

/** Text if nothing tells. */
export function attributeTypeOf(table: ModelTable, name: string): ValueType {
  const key = everyKeyAttribute(table).find((each) => each.name === name)
  if (key !== undefined) return key.type
  const declared = table.attributes.find((each) => each.name === name)
  const sample = table.samples.find((item) => Object.hasOwn(item, name))
  // Samples are what is stored; a declaration may be a default that nobody looked at.
  if (sample !== undefined) return typeOfValue(sample[name]!)
  return declared?.type ?? 'S'
}
