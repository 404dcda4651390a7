/** CancelBulkOperation: asks a bulk operation to stop. What it has written remains. */
import type { BulkPutDetails } from '../../transfers/bulk-details.js'
import { operation } from '../operation.js'
import { bulkStatus } from './bulk/bulk-description.js'
import { readBulkOperationArn, requireBulkOperation } from './bulk/required-bulk-operation.js'

export const cancelBulkOperation = operation('dynamodb.CancelBulkOperation', {
  read: ({ BulkOperationArn }, ctx) => readBulkOperationArn(BulkOperationArn, ctx),

  access: (_ctx, { arn }) => [{ action: 'dynamodb:CancelBulkOperation', resource: arn }],

  /** One that has ended stays as it is. */
  async run(ctx, named) {
    const found = await requireBulkOperation(ctx, named)
    const record = (await ctx.jobs.cancel<BulkPutDetails>(found.id)) ?? found
    return { output: { BulkOperationArn: named.arn, BulkOperationStatus: bulkStatus(record) } }
  },
})
