/** Lines of Ion text, as exports write them: each is a document of its own, with a version marker. */
import type { ItemJson } from '../model/item-json.js'
import type { Item } from '../model/item.js'
import type { ChangeLine } from './change-line.js'
import { ionDecimal } from './ion/ion-number.js'
import { ionStruct } from './ion/write-ion.js'

export function ionItemLine(item: ItemJson): Buffer {
  return Buffer.from(`$ion_1_0 {Item:${structOf(item)}}\n`)
}

export function ionChangeLine(change: ChangeLine<ItemJson>): Buffer {
  const { writtenAtMicros, keys, oldImage, newImage } = change
  const members = [
    `Keys:${structOf(keys)}`,
    `Metadata:{WriteTimestampMicros:${ionDecimal(writtenAtMicros)}}`,
  ]
  if (oldImage !== undefined) members.push(`OldImage:${structOf(oldImage)}`)
  if (newImage !== undefined) members.push(`NewImage:${structOf(newImage)}`)
  return Buffer.from(`$ion_1_0 {Record:{${members.join(',')}}}\n`)
}

function structOf(item: ItemJson): string {
  return ionStruct(item.toJSON() as Item)
}
