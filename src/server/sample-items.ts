/** Looks at one page of a table: how large its items are, and whether they say when they expire. */
import type { AttributeMap } from '../model/attribute-value.js'
import { itemSizeBytes } from '../model/item-size.js'
import { itemSizeBytesMax } from '../model/limits.js'
import { nearLimitShare, sampleItemsMax } from '../advice/limits.js'
import type { ExpiryAttribute, ItemSample } from '../advice/workload.js'
import type { JsonCall } from './json-call.js'

export async function sampleItems(
  call: JsonCall,
  TableName: string,
  nowMs: number,
): Promise<ItemSample | undefined> {
  const page = await call('dynamodb.Scan', { TableName, Limit: sampleItemsMax })
  const items = (page.Items ?? []) as readonly AttributeMap[]
  return items.length === 0 ? undefined : sampleOf(items, nowMs)
}

export function sampleOf(items: readonly AttributeMap[], nowMs: number): ItemSample {
  const sizes = items.map(itemSizeBytes)
  return {
    items: items.length,
    bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
    largestBytes: sizes.reduce((most, bytes) => Math.max(most, bytes), 0),
    nearLimit: sizes.filter((bytes) => bytes > itemSizeBytesMax * nearLimitShare).length,
    expiries: expiriesOf(items, nowMs / 1000),
  }
}

/** How people name the moment at which something may go. */
const expiryName = /expir|ttl|time_?to_?live|valid_?(until|to)|delete_?(at|after|on)|purge/i
/** Seconds since 1970, from 2001 to 2100: milliseconds and counters are outside. */
const [secondsMin, secondsMax] = [1_000_000_000, 4_102_444_800]

function expiriesOf(
  items: readonly AttributeMap[],
  nowSeconds: number,
): readonly ExpiryAttribute[] {
  const found = new Map<string, { items: number; past: number }>()
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) {
      if (!('N' in value) || !expiryName.test(name)) continue
      const seconds = Number(value.N)
      if (seconds < secondsMin || seconds > secondsMax) continue
      const counts = found.get(name) ?? { items: 0, past: 0 }
      counts.items++
      if (seconds < nowSeconds) counts.past++
      found.set(name, counts)
    }
  }
  return [...found].map(([name, counts]) => ({ name, ...counts }))
}
