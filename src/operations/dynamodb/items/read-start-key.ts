/** ExclusiveStartKey as values; all further checks need the table. */
import { invalidStartKey } from '../../../items/read/start-key.js'
import { ServiceError } from '../../../model/errors.js'
import type { Item } from '../../../model/item.js'
import { readItem, type RawAttributeMap } from '../../../model/read-attribute-value.js'

export function readStartKey(raw: RawAttributeMap | undefined): Item | undefined {
  if (raw === undefined) return undefined
  try {
    return readItem(raw)
  } catch (error) {
    if (!(error instanceof ServiceError) || !shapeFault.test(error.message)) throw error
    throw invalidStartKey(error.message)
  }
}

/**
 * AWS: these faults of values are reported as faults of the start key; faults of numbers are not.
 */
const shapeFault =
  /Supplied AttributeValue|Null attribute value|string set {2}may not be empty|Binary sets/
