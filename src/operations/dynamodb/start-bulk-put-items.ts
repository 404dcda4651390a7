/** StartBulkPutItems: begins to put the items of files into a table. */
import { servesItems, stateOf } from '../../catalog/life-cycle.js'
import type { DescribedTable } from '../../catalog/table.js'
import { isEnded } from '../../jobs/job-record.js'
import {
  idempotentParameterMismatch,
  limitExceeded,
  resourceInUse,
  tableNotFound,
} from '../../model/errors.js'
import type { BulkPutDetails } from '../../transfers/bulk-details.js'
import { bulkPutsAtOnceMax } from '../../transfers/import-limits.js'
import { onTable, readingObjects, writingObjects } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
import { bulkDescription } from './bulk/bulk-description.js'
import { readBulkPut, type BulkPutWish } from './bulk/read-bulk-put.js'

export const startBulkPutItems = operation('dynamodb.StartBulkPutItems', {
  read: readBulkPut,

  access: (ctx, { tableName, input, output }) => [
    onTable(ctx, 'dynamodb:StartBulkPutItems', tableName),
    ...readingObjects(input),
    ...writingObjects(output),
  ],

  async run(ctx, wish) {
    const table = await requireTarget(ctx, wish.tableName)
    const { account, region, name } = table
    const record = ctx.jobs.draft({
      kind: 'bulk put',
      table: { account, region, name },
      subject: wish.input.bucket,
      details: detailsOf(wish, table),
    })
    await requireFewBulkPuts(ctx)
    const started = await ctx.jobs.start({ record, token: wish.token, guards: [table.guard] })
    if (started.kind === 'conflict') throw idempotentParameterMismatch()
    return { output: { BulkOperationDescription: bulkDescription(started.record) } }
  },
})

/** AWS: not while an index is created or the table is restored. */
async function requireTarget(
  { catalog, caller, clock }: OperationContext,
  name: string,
): Promise<DescribedTable> {
  const table = await catalog.loadTable(caller, name)
  if (table === undefined || !servesItems(stateOf(table, clock.now()))) throw tableNotFound(name)
  if (table.building.length === 0) return table
  throw resourceInUse(
    `Attempt to change a resource which is still in use: Table is being updated: ${name}`,
  )
}

async function requireFewBulkPuts({ jobs, caller }: OperationContext): Promise<void> {
  const records = await jobs.list('bulk put', caller)
  if (records.filter((each) => !isEnded(each)).length < bulkPutsAtOnceMax) return
  throw limitExceeded(
    `Subscriber limit exceeded: Only ${bulkPutsAtOnceMax} bulk operations can be done simultaneously`,
  )
}

function detailsOf(
  { input, output, sent, writeUnitsMax, token }: BulkPutWish,
  table: DescribedTable,
): BulkPutDetails {
  const local = table.indexes.filter(({ kind }) => kind === 'local')
  const none = { written: 0, conditionsFailed: 0, failed: 0, inputBytes: 0, tableBytes: 0 }
  return {
    tableArn: table.arn,
    tableId: table.id,
    localIndexes: local.map(({ name }) => name),
    ...(table.vectorIndexes && { vectorIndexes: table.vectorIndexes.map(({ name }) => name) }),
    clientToken: token?.token,
    input,
    output,
    sent,
    writeUnitsMax,
    position: {},
    isRead: false,
    counts: { ...none, indexBytes: {} },
  }
}
