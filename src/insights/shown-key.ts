/** The values of a key as a report shows them. AWS: it does not say how; numbers and texts are plain here. */
import { payloadOf } from '../model/attribute-value.js'
import { attributeOf, type Item } from '../model/item.js'
import type { KeyAttribute } from '../model/key-schema.js'
import type { ShownKey } from './key-traffic.js'

export interface KeyRoles {
  readonly partition: readonly KeyAttribute[]
  readonly sort: readonly KeyAttribute[]
}

/** Undefined if the item lacks a value of the partition. */
export function shownKeyOf({ partition, sort }: KeyRoles, item: Item): ShownKey | undefined {
  const values = shownValues(partition, item)
  return (
    values && { partition: values, sort: sort.length === 0 ? undefined : shownValues(sort, item) }
  )
}

function shownValues(
  attributes: readonly KeyAttribute[],
  item: Item,
): readonly string[] | undefined {
  const shown: string[] = []
  for (const { name } of attributes) {
    const value = attributeOf(item, name)
    if (value === undefined) return undefined
    shown.push(String(payloadOf(value)))
  }
  return shown
}
