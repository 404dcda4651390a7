/** Whole items as getItem answers them, which is the form in which they are remembered. */
import type { AttributeLists } from '../../accelerator/attribute-lists.js'
import type { Item } from '../../model/item.js'
import type { KeySchema } from '../../model/key-schema.js'
import { encodeCbor } from '../cbor/encode-cbor.js'
import { members } from './answers.js'
import { MemberAnswer } from './member-answer.js'
import { streamItemOf } from './stream-items.js'

/** Waits only if the list of its attributes is new. */
export async function itemAnswer(
  lists: AttributeLists,
  keySchema: KeySchema,
  item: Item | undefined,
): Promise<Buffer> {
  const answer = new MemberAnswer()
  if (item !== undefined) {
    answer.add(members.item, encodeCbor(await streamItemOf(lists, keySchema, item)))
  }
  return answer.written()
}

/** The mark of success, a map, and that its only member is the item; then the end of the map. */
const beforeItem = '\x80\xbf\x00'
const afterItem = '\xff'

/** The item of such an answer, as CBOR; undefined if there is none. */
export function itemInAnswer(answer: string): Buffer | undefined {
  if (!answer.startsWith(beforeItem)) return undefined
  return Buffer.from(answer.slice(beforeItem.length, -afterItem.length), 'latin1')
}
