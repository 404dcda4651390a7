/** TransactWriteItems: up to 100 writes and checks that happen together or not at all. */
import type { TableWrite } from '../../items/write/transact-write.js'
import type { WriteAction } from '../../items/write/write.js'
import type { Item } from '../../model/item.js'
import { consumedByTransaction, itemCollectionsByTable } from './items/consumed-by-tables.js'
import { readTransaction, tableNameIn } from './items/read-transaction.js'
import { requestDigest } from '../request-digest.js'
import { tablesOperation } from '../operation.js'

export const transactWriteItems = tablesOperation('dynamodb.TransactWriteItems', {
  tables: (input) => input.TransactItems.map(tableNameIn),

  read(input, { caller, clock }) {
    const writes = readTransaction(input.TransactItems)
    const { ClientRequestToken: text } = input
    if (text === undefined) return { input, writes, token: undefined }
    const digest = requestDigest(input.TransactItems)
    const token = { kind: 'items', scope: caller, text, digest, nowMs: clock.now() } as const
    return { input, writes, token }
  },

  async run(ctx, request, tables) {
    const { input, token } = request
    const writes = request.writes.map(({ tableName, write }): TableWrite => ({
      table: tables(tableName),
      write,
    }))
    const { work } = await ctx.items.transactWrite(writes, { token })
    const written = writes
      .filter(({ write }) => write.action.kind !== 'check')
      .map(({ table, write }) => ({ table, key: keyIn(write.action) }))
    return {
      ...consumedByTransaction(input.ReturnConsumedCapacity, work),
      ...itemCollectionsByTable(input.ReturnItemCollectionMetrics, written),
    }
  },
})

function keyIn(action: WriteAction): Item {
  return action.kind === 'put' ? action.item : action.key
}
