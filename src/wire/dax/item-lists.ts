/** Items one after another in an answer: in turns, because a page may hold thousands. */
import type { AttributeLists } from '../../accelerator/attribute-lists.js'
import type { AnsweredItem } from '../../api/answered-item.js'
import { ItemJson } from '../../model/item-json.js'
import type { Item } from '../../model/item.js'
import type { KeySchema } from '../../model/key-schema.js'
import { nextTurn, Steps } from '../../stdx/turns.js'
import type { CborWriter } from '../cbor/encode-cbor.js'
import { keyBytesOf } from './key-bytes.js'
import { encodeItemSteps } from './limits.js'
import { writeProjectedItem } from './projected-items.js'
import type { ReadProjection } from './projection.js'
import { plainItem, streamItemOf } from './stream-items.js'

/** What is written before each item that is not projected: the head of a pair, or nothing. */
export type BeforeItem = (writer: CborWriter) => void

export interface ItemForm {
  readonly lists: AttributeLists
  readonly keySchema: KeySchema
  readonly projection: ReadProjection | undefined
}

export async function writeItems(
  writer: CborWriter,
  items: readonly AnsweredItem[],
  { lists, keySchema, projection }: ItemForm,
  before: BeforeItem,
): Promise<void> {
  const steps = new Steps()
  for (const answered of items) {
    const item = plainItem(answered)
    if (projection !== undefined) {
      writeProjectedItem(writer, projection.paths, item)
    } else {
      before(writer)
      writer.value(keyBytesOf(keySchema, item))
      const stream = streamItemOf(lists, keySchema, item)
      writer.value(stream instanceof Promise ? await stream : stream)
    }
    if (steps.take(encodeItemSteps + bytesOf(answered))) await nextTurn()
  }
}

function bytesOf(answered: Item | ItemJson): number {
  return answered instanceof ItemJson ? answered.bytes.length : 0
}
