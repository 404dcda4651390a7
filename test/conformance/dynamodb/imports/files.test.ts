/** Imports of files as AWS's exports write them, with the AWS SDK and a real server. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  DescribeImportCommand,
  ImportTableCommand,
  ScanCommand,
  type ImportTableCommandInput,
  type ImportTableDescription,
} from '@aws-sdk/client-dynamodb'
import { withFiles } from '../../../support/bucket-files.js'
import type { Client } from '../../../support/client.js'
import { until } from '../../../support/until.js'

async function importFiles(
  { sdk }: Client,
  input: Partial<ImportTableCommandInput>,
): Promise<ImportTableDescription> {
  const { ImportTableDescription: started } = await sdk.send(
    new ImportTableCommand({
      S3BucketSource: { S3Bucket: 'files' },
      InputFormat: 'DYNAMODB_JSON',
      TableCreationParameters: {
        TableName: 'imported',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      },
      ...input,
    }),
  )
  const { ImportArn } = started!
  let now = started!
  await until(
    async () => {
      now = (await sdk.send(new DescribeImportCommand({ ImportArn }))).ImportTableDescription!
      return now.ImportStatus !== 'IN_PROGRESS'
    },
    () => 'the import does not end',
  )
  return now
}

/** As the service has written them. */
const lines = ['{"Item":{"id":{"S":"bar"},"baz":{"N":"0"}}}', '{"Item":{"id":{"S":"foo"}}}']
const folder = 'AWSDynamoDB/01715685260608-deadbeef'
const exported = {
  [`${folder}/_started`]: '',
  [`${folder}/manifest-summary.json`]: '{"version":"2020-06-30"}',
  [`${folder}/manifest-summary.md5`]: 'qsXeZ8DbtiD3KUmSNCEfVA==',
  [`${folder}/manifest-files.json`]: '{"itemCount":2}\n',
  [`${folder}/manifest-files.md5`]: 'qsXeZ8DbtiD3KUmSNCEfVA==',
  [`${folder}/data/aaaaaaaaaaaaaaaaaaaaaaaaaa.json.gz`]: gzipSync(`${lines[0]}\n`),
  [`${folder}/data/bbbbbbbbbbbbbbbbbbbbbbbbbb.json.gz`]: gzipSync(`${lines[1]}\n`),
  [`${folder}/data/cccccccccccccccccccccccccc.json.gz`]: gzipSync(''),
}

describe('the files of an export', () => {
  it('are imported from its folder of data', async () => {
    await withFiles(exported, async (client) => {
      const ended = await importFiles(client, {
        S3BucketSource: { S3Bucket: 'files', S3KeyPrefix: `${folder}/data/` },
        InputCompressionType: 'GZIP',
      })
      const { ImportStatus, ImportedItemCount, ErrorCount, ProcessedSizeBytes } = ended
      assert.deepEqual([ImportStatus, ImportedItemCount, ErrorCount], ['COMPLETED', 2, 0])
      assert.equal(ProcessedSizeBytes, lines.join('\n').length + 1)
      const { Items } = await client.sdk.send(new ScanCommand({ TableName: 'imported' }))
      assert.deepEqual(Items!.map(({ id }) => id!.S).sort(), ['bar', 'foo'])
    })
  })

  it('are imported from its root too, with an error for each of the other files', async () => {
    await withFiles(exported, async (client) => {
      const ended = await importFiles(client, { InputCompressionType: 'GZIP' })
      const { ImportStatus, ImportedItemCount, ErrorCount, FailureCode } = ended
      assert.deepEqual(
        [ImportStatus, ImportedItemCount, ErrorCount, FailureCode],
        ['FAILED', 2, 4, 'ItemValidationError'],
      )
      const { Items } = await client.sdk.send(new ScanCommand({ TableName: 'imported' }))
      assert.equal(Items!.length, 2)
    })
  })
})
