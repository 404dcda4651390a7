/** Items of a given size, as DynamoDB counts it. */
import { itemSizeBytes } from '../src/model/item-size.js'
import type { Item } from '../src/model/item.js'

const text = 'the quick brown fox '

/** The key with typical attributes, and text up to the size. */
export function padded(key: Item, sizeBytes: number): Item {
  const item = { ...key, status: { S: 'SHIPPED' }, total: { N: '1249.95' }, note: { S: '' } }
  const missing = sizeBytes - itemSizeBytes(item)
  return { ...item, note: { S: text.repeat(Math.ceil(missing / text.length)).slice(0, missing) } }
}
