/** TransactWriteItems: up to 100 writes and checks that succeed or fail together. */
import type { TableWrite } from '../../items/write/transact-write.js'
import type { WriteAction } from '../../items/write/write.js'
import type { Item } from '../../model/item.js'
import { consumedByTransaction, itemCollectionsByTable } from './items/consumed-by-tables.js'
import { readTransaction, type NamedWrite } from './items/read-transaction.js'
import { requestDigest } from '../request-digest.js'
import { capacityOf, namedItems } from './items/item-access.js'
import { onItems, valuesIn, type Access } from '../access.js'
import { ItemDemand } from '../throttling/item-demand.js'
import { operation, type RequestContext } from '../operation.js'

export const transactWriteItems = operation('dynamodb.TransactWriteItems', {
  read(input, { caller, clock }) {
    const writes = readTransaction(input.TransactItems)
    const { ClientRequestToken: text, ReturnConsumedCapacity, ReturnItemCollectionMetrics } = input
    const returns = { ReturnConsumedCapacity, ReturnItemCollectionMetrics }
    if (text === undefined) return { returns, writes, token: undefined }
    const digest = requestDigest(input.TransactItems)
    const token = { kind: 'items', scope: caller, text, digest, nowMs: clock.now() } as const
    return { returns, writes, token }
  },

  forgetsInput: true,

  tables: ({ writes }) => writes.map(({ tableName }) => tableName),

  acrossAccounts: true,

  access: (ctx, { returns, writes }) =>
    writes.map((write) => writeAccess(ctx, write, capacityOf(returns))),

  demands: ({ writes }, tables) =>
    writes.map(({ write: { action } }, i) => {
      return new ItemDemand(tables[i]!, 'write', valuesIn([keyIn(action)]))
    }),

  async run(ctx, request, tables) {
    const { returns, token } = request
    const writes = request.writes.map(({ write }, i): TableWrite => ({ table: tables[i]!, write }))
    const { work, collectionBytes } = await ctx.items.transactWrite(writes, { token })
    const written = () =>
      writes
        .map(({ table, write: { action } }, i) => {
          return { table, action, key: keyIn(action), collectionBytes: collectionBytes[i] }
        })
        .filter(({ action }) => action.kind !== 'check')
    const output = {
      ...consumedByTransaction(returns.ReturnConsumedCapacity, work),
      ...itemCollectionsByTable(returns.ReturnItemCollectionMetrics, written),
    }
    return { output, work }
  },
})

/**
 * AWS: there is no IAM action for a transaction; each of its writes needs the action of its kind.
 */
const actions = {
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  check: 'dynamodb:ConditionCheckItem',
} as const

function writeAccess(
  ctx: RequestContext,
  { tableName, write }: NamedWrite,
  returnConsumedCapacity: string,
): Access {
  const { action, condition, showItemOnFailure } = write
  const items = namedItems(tableName, [keyIn(action)], {
    condition,
    update: action.kind === 'update' ? action.update : undefined,
    // AWS: what a failed condition shows counts as a return value here.
    returnValues: showItemOnFailure === true ? 'ALL_OLD' : 'NONE',
    returnConsumedCapacity,
    enclosingOperation: 'TransactWriteItems',
  })
  return onItems(ctx, actions[action.kind], items)
}

function keyIn(action: WriteAction): Item {
  return action.kind === 'put' ? action.item : action.key
}
