/** Bulk puts of files, with the AWS SDK and a real server. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  CreateTableCommand,
  DescribeBulkOperationCommand,
  ListBulkOperationsCommand,
  ScanCommand,
  StartBulkPutItemsCommand,
  type BulkOperationDescription,
} from '@aws-sdk/client-dynamodb'
import { withFiles } from '../../../support/bucket-files.js'
import type { Client } from '../../../support/client.js'
import { until } from '../../../support/until.js'

async function putFiles(client: Client): Promise<BulkOperationDescription> {
  const { sdk } = client
  await sdk.send(
    new CreateTableCommand({
      TableName: 'things',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  await client.untilActive('things')
  const { BulkOperationDescription: started } = await sdk.send(
    new StartBulkPutItemsCommand({
      TableName: 'things',
      InputS3Configuration: { S3Bucket: 'files', InputFormat: 'DYNAMODB_JSON' },
      OutputS3Configuration: { S3Bucket: 'reports', OutputType: ['ERROR'] },
    }),
  )
  const { BulkOperationArn } = started!
  let now = started
  await until(
    async () => {
      const asked = new DescribeBulkOperationCommand({ BulkOperationArn: BulkOperationArn! })
      now = (await sdk.send(asked)).BulkOperationDescription
      return now!.EndTime !== undefined
    },
    () => 'the bulk puts do not end',
  )
  return now!
}

describe('files in a bucket', () => {
  it('are put into a table, and what is not is reported', async () => {
    const lines = [
      '{"Item":{"id":{"S":"a"}}}',
      '{"Item":{"x":{"S":"a"}}}',
      '{"Item":{"id":{"S":"b"}}}',
    ]
    await withFiles({ '1.json': lines.join('\n') }, async (client, bucketsDir) => {
      const ended = await putFiles(client)
      const { BulkOperationStatus, ProcessedItemCount, FailedItemCount, BulkOperationArn } = ended
      assert.deepEqual(
        [BulkOperationStatus, ProcessedItemCount, FailedItemCount],
        ['COMPLETED_WITH_ERRORS', 3, 1],
      )
      const { Items } = await client.sdk.send(new ScanCommand({ TableName: 'things' }))
      assert.deepEqual(Items!.map(({ id }) => id!.S).sort(), ['a', 'b'])
      const folder = join(
        bucketsDir,
        'reports',
        'AWSDynamoDB',
        BulkOperationArn!.split('/').at(-1)!,
      )
      const [report] = await readdir(join(folder, 'error'))
      const text = await readFile(join(folder, 'error', report!), 'utf8')
      assert.match(text, /Missing the key id in the item/)
      const listed = await client.sdk.send(new ListBulkOperationsCommand({}))
      assert.deepEqual(
        listed.BulkOperationsSummaryList!.map((each) => each.BulkOperationStatus),
        ['COMPLETED_WITH_ERRORS'],
      )
    })
  })
})
