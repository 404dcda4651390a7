/** Takes back a change that somebody made, if the item is still as the change left it. */
import type { Client } from '../api/client.js'
import { inverseOf, type ItemWrite } from './saving/write-request.js'
import { sendWrite, type WriteResult } from './saving/send-write.js'
import type { TableKeys } from './table-keys.js'

export async function revertChange(
  client: Client,
  keys: TableKeys,
  change: ItemWrite,
): Promise<WriteResult['kind']> {
  const { kind } = await sendWrite(client, keys, inverseOf(change))
  return kind
}
