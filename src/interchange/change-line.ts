/** What an incremental export says about one item: the net effect of its window. */
import { decodeAttributeMap } from '../model/decode-attribute-value.js'
import type { Item } from '../model/item.js'
import { readItem, type RawAttributeMap } from '../model/read-attribute-value.js'
import { isMap, type RawMembers } from './put-record.js'
import { UnreadableText } from './text-record.js'

export interface ChangeLine<T> {
  /** When the item was last written in the window, in microseconds. */
  readonly writtenAtMicros: string
  readonly keys: T
  /** The item before the window; absent if there was none, or if the export leaves it out. */
  readonly oldImage: T | undefined
  /** The item after the window; absent if it was deleted. */
  readonly newImage: T | undefined
}

/** Reads the members of a line. Ion has them in a struct `Record`, JSON has not. */
export function readChange(members: RawMembers): ChangeLine<Item> {
  const { Metadata, Keys, OldImage, NewImage } = members
  const metadata = isMap(Metadata) ? readMembers(Metadata) : undefined
  const writtenAt = metadata?.['WriteTimestampMicros']
  if (writtenAt === undefined || !('N' in writtenAt) || !isMap(Keys)) {
    throw new UnreadableText('The object is no line of an incremental export')
  }
  return {
    writtenAtMicros: writtenAt.N,
    keys: readMembers(Keys),
    oldImage: isMap(OldImage) ? readMembers(OldImage) : undefined,
    newImage: isMap(NewImage) ? readMembers(NewImage) : undefined,
  }
}

function readMembers(raw: RawMembers): Item {
  return readItem(decodeAttributeMap(raw) as RawAttributeMap)
}
