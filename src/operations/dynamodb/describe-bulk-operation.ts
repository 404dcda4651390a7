/** DescribeBulkOperation: what was asked of a bulk operation, and how it goes. */
import { operation } from '../operation.js'
import { bulkDescription } from './bulk/bulk-description.js'
import { readBulkOperationArn, requireBulkOperation } from './bulk/required-bulk-operation.js'

export const describeBulkOperation = operation('dynamodb.DescribeBulkOperation', {
  read: ({ BulkOperationArn }, ctx) => readBulkOperationArn(BulkOperationArn, ctx),

  access: (_ctx, { arn }) => [{ action: 'dynamodb:DescribeBulkOperation', resource: arn }],

  async run(ctx, named) {
    const record = await requireBulkOperation(ctx, named)
    return { output: { BulkOperationDescription: bulkDescription(record) } }
  },
})
