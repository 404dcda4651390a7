/**
 * What clients see of an item through a vector index: the attributes that it projects. The vector comes
 * as the index has it, in 32-bit floats, and only to those who ask for it by name.
 */
import { pickAttributes, type Item } from '../model/item.js'
import { keyAttributes, searchAttributes, type KeySchema } from '../model/key-schema.js'
import type { VectorIndexDefinition } from '../model/table.js'
import { floatText } from '../vectors/float-text.js'

type Projecting = Pick<VectorIndexDefinition, 'attribute' | 'projection' | 'hash' | 'filters'>

/** The projected attributes except the vector. */
export function projectedBeside(tableSchema: KeySchema, index: Projecting, item: Item): Item {
  const { attribute, projection } = index
  if (projection.kind === 'all') return without(item, attribute)
  const included = projection.kind === 'include' ? projection.attributes : []
  const keys = [...keyAttributes(tableSchema), ...searchAttributes(index)]
  const names = new Set([...keys.map(({ name }) => name), ...included])
  names.delete(attribute)
  return pickAttributes(item, names)
}

/** The same with the vector, for those who name it. */
export function projectedWithVector(
  tableSchema: KeySchema,
  index: Projecting,
  item: Item,
  vector: Float32Array,
): Item {
  const list = { L: Array.from(vector, (value) => ({ N: floatText(value) })) }
  // A member of any name, `__proto__` too, stays an ordinary attribute.
  return Object.fromEntries([
    ...Object.entries(projectedBeside(tableSchema, index, item)),
    [index.attribute, list],
  ])
}

function without(item: Item, name: string): Item {
  return Object.fromEntries(Object.entries(item).filter(([each]) => each !== name))
}
