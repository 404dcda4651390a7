/** Exports and the files that they write, with the AWS SDK and a real server. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  BatchWriteItemCommand,
  DeleteTableCommand,
  DescribeExportCommand,
  DescribeImportCommand,
  DescribeTableCommand,
  ExportConflictException,
  ExportTableToPointInTimeCommand,
  ImportTableCommand,
  ListExportsCommand,
  ScanCommand,
  UpdateContinuousBackupsCommand,
  type AttributeValue,
  type ExportDescription,
  type ExportTableToPointInTimeCommandInput,
} from '@aws-sdk/client-dynamodb'
import { load } from 'ion-js'
import type { Client, Json } from '../../../support/client.js'
import { withServer } from '../../../support/engine-servers.js'
import { itemsOf, readExport, type ExportRead } from '../../../support/read-export.js'
import { partitionOnly } from '../../../support/tables.js'
import { until } from '../../../support/until.js'

type Attributes = Record<string, AttributeValue>

const bucket = 'exports'

const items: readonly Attributes[] = Array.from({ length: 20 }, (_, n) => ({
  pk: { S: `item ${n}` },
  number: { N: n === 0 ? '1e125' : `${n * 100}.5` },
  binary: { B: Buffer.from([0, n, 255]) },
  flag: { BOOL: n % 2 === 0 },
  'a.b': { NULL: true },
  list: { L: [{ S: 'é"\n' }, { M: { inner: { N: '-0.001' } } }] },
  strings: { SS: ['x', 'y'] },
  numbers: { NS: ['1', '600'] },
  binaries: { BS: [Buffer.from('a')] },
}))

class ExportClient {
  readonly #client: Client
  readonly #folder: string

  constructor(client: Client, folder: string) {
    this.#client = client
    this.#folder = folder
  }

  get sdk() {
    return this.#client.sdk
  }

  ask(operation: string, input: Json): Promise<Json> {
    return this.#client.ask(operation, input)
  }

  /** A table with recovery, and its ARN. */
  async createTable(): Promise<{ readonly name: string; readonly arn: string }> {
    const name = await this.#client.createTable(partitionOnly())
    const enabled = { PointInTimeRecoveryEnabled: true }
    await until(
      async () => {
        const command = { TableName: name, PointInTimeRecoverySpecification: enabled }
        return this.sdk.send(new UpdateContinuousBackupsCommand(command)).then(
          () => true,
          () => false,
        )
      },
      () => 'recovery was not turned on',
    )
    const { Table } = await this.sdk.send(new DescribeTableCommand({ TableName: name }))
    return { name, arn: Table!.TableArn! }
  }

  async put(TableName: string, all: readonly Attributes[]): Promise<void> {
    const requests = all.map((Item) => ({ PutRequest: { Item } }))
    const RequestItems = { [TableName]: requests }
    await this.sdk.send(new BatchWriteItemCommand({ RequestItems }))
  }

  async begin(input: Partial<ExportTableToPointInTimeCommandInput>): Promise<ExportDescription> {
    const request = { TableArn: undefined, S3Bucket: bucket, ...input }
    const answer = await this.sdk.send(new ExportTableToPointInTimeCommand(request))
    return answer.ExportDescription!
  }

  async describe(ExportArn: string): Promise<ExportDescription> {
    const answer = await this.sdk.send(new DescribeExportCommand({ ExportArn }))
    return answer.ExportDescription!
  }

  async finished(input: Partial<ExportTableToPointInTimeCommandInput>): Promise<ExportDescription> {
    const { ExportArn } = await this.begin(input)
    let description: ExportDescription | undefined
    await until(
      async () => {
        description = await this.describe(ExportArn!)
        return description.ExportStatus !== 'IN_PROGRESS'
      },
      () => 'the export did not end',
    )
    return description!
  }

  async read({
    ExportStatus,
    ExportManifest,
    FailureMessage,
  }: ExportDescription): Promise<ExportRead> {
    assert.equal(ExportStatus, 'COMPLETED', FailureMessage)
    return readExport((key) => readFile(join(this.#folder, bucket, key)), ExportManifest!)
  }

  async keys(): Promise<readonly string[]> {
    const found = await readdir(join(this.#folder, bucket), {
      recursive: true,
      withFileTypes: true,
    })
    return found
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name).slice(this.#folder.length + bucket.length + 2),
      )
      .filter((key) => !key.startsWith('.'))
      .sort()
  }
}

async function withBucket(use: (client: ExportClient) => Promise<void>): Promise<void> {
  const bucketsDir = await mkdtemp(join(tmpdir(), 'gramme-test-exports-'))
  try {
    await mkdir(join(bucketsDir, bucket))
    await withServer((client) => use(new ExportClient(client, bucketsDir)), {
      bucketsDir,
      logLevel: 'error',
    })
  } finally {
    await rm(bucketsDir, { recursive: true, force: true })
  }
}

function byKey(all: readonly Json[]): readonly Json[] {
  const nameOf = (item: Json) => (item['pk'] as { S: string }).S
  return all.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}

const ticketOf = (arn: string): string => arn.slice(arn.lastIndexOf('/') + 1)

describe('a full export', () => {
  it('is described while it is written and when it is done', () =>
    withBucket(async (client) => {
      const { arn: TableArn, name } = await client.createTable()
      const body = await client.ask('ExportTableToPointInTime', {
        TableArn,
        S3Bucket: bucket,
        ClientToken: 'mine',
      })
      const begun = body['ExportDescription'] as Record<string, unknown>
      const arn = begun['ExportArn'] as string
      assert.match(arn, new RegExp(`^${TableArn}/export/\\d{14}-[0-9a-f]{8}$`))
      const startSeconds = Number(ticketOf(arn).slice(0, 14)) / 1000
      const { Table } = await client.sdk.send(new DescribeTableCommand({ TableName: name }))
      const always = {
        ClientToken: 'mine',
        DestinationType: 'S3',
        ExportArn: arn,
        ExportFormat: 'DYNAMODB_JSON',
        ExportTime: startSeconds,
        S3Bucket: bucket,
        S3SseAlgorithm: 'AES256',
        StartTime: startSeconds,
        TableArn,
        TableId: Table!.TableId,
      }
      assert.deepEqual(begun, { ...always, ExportStatus: 'IN_PROGRESS' })
      await until(
        async () => (await client.describe(arn)).ExportStatus === 'COMPLETED',
        () => 'the export did not end',
      )
      const { ExportDescription } = await client.ask('DescribeExport', { ExportArn: arn })
      const { EndTime, ...rest } = ExportDescription as Json
      assert.ok((EndTime as number) >= startSeconds)
      assert.deepEqual(rest, {
        ...always,
        ExportStatus: 'COMPLETED',
        BilledSizeBytes: 0,
        ItemCount: 0,
        ExportManifest: `AWSDynamoDB/${ticketOf(arn)}/manifest-summary.json`,
      })
    }))

  it('lies in the bucket as AWS lays it out', () =>
    withBucket(async (client) => {
      const { arn: TableArn, name } = await client.createTable()
      await client.put(name, items)
      const description = await client.finished({ TableArn, S3Prefix: 'some/where/' })
      const read = await client.read(description)
      const folder = `some/where/AWSDynamoDB/${ticketOf(description.ExportArn!)}`
      const data = read.files.map(({ key }) => key)
      assert.equal(data.length, 4)
      for (const key of data) {
        assert.match(key.slice(folder.length), /^\/data\/[a-z2-7]{26}\.json\.gz$/)
      }
      const others = ['_started', 'manifest-files.json', 'manifest-files.md5']
      const summaries = ['manifest-summary.json', 'manifest-summary.md5']
      const named = [...others, ...summaries].map((file) => `${folder}/${file}`)
      assert.deepEqual(await client.keys(), [...data, ...named].sort())
      const { BilledSizeBytes, ItemCount, StartTime, EndTime } = description
      assert.equal(ItemCount, items.length)
      assert.deepEqual(Object.entries(read.summary), [
        ['version', '2020-06-30'],
        ['exportArn', description.ExportArn],
        ['startTime', StartTime!.toISOString()],
        ['endTime', EndTime!.toISOString()],
        ['tableArn', TableArn],
        ['tableId', description.TableId],
        ['exportTime', StartTime!.toISOString()],
        ['s3Bucket', bucket],
        ['s3Prefix', 'some/where/'],
        ['s3SseAlgorithm', 'AES256'],
        ['s3SseKmsKeyId', null],
        ['manifestFilesS3Key', `${folder}/manifest-files.json`],
        ['billedSizeBytes', BilledSizeBytes],
        ['itemCount', items.length],
        ['outputFormat', 'DYNAMODB_JSON'],
      ])
    }))

  it('has what its filter selects', () =>
    withBucket(async (client) => {
      const { arn: TableArn, name } = await client.createTable()
      await client.put(name, items)
      const filtered = await client.finished({
        TableArn,
        FilterSpecification: {
          FilterExpression: 'flag = :true',
          ProjectionExpression: '#n, #l[1]',
          ExpressionAttributeNames: { '#n': 'number', '#l': 'list' },
          ExpressionAttributeValues: { ':true': { BOOL: true } },
        },
      })
      assert.equal(filtered.ItemCount, items.length / 2)
      const lines = itemsOf(await client.read(filtered))
      const list = { L: [{ M: { inner: { N: '-0.001' } } }] }
      assert.ok(lines.some(({ number }) => (number as { N: string }).N === '200.5'))
      for (const item of lines) assert.deepEqual(Object.keys(item).sort(), ['list', 'number'])
      for (const item of lines) assert.deepEqual(item['list'], list)
      const single = await client.finished({
        TableArn,
        FilterSpecification: {
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': { S: 'item 7' } },
        },
      })
      const [only, ...more] = itemsOf(await client.read(single))
      assert.deepEqual([only?.['pk'], more], [{ S: 'item 7' }, []])
      assert.equal(single.FilterSpecification?.KeyConditionExpression, 'pk = :pk')
    }))
})

describe('what was exported', () => {
  for (const format of ['DYNAMODB_JSON', 'ION'] as const) {
    it(`as ${format} can be imported unchanged`, () =>
      withBucket(async (client) => {
        const { arn: TableArn, name } = await client.createTable()
        await client.put(name, items)
        const description = await client.finished({ TableArn, ExportFormat: format })
        const read = await client.read(description)
        if (format === 'ION') for (const line of read.lines) assert.ok(load(line)?.get('Item'))
        const copy = `${name}-copy`
        const { ImportTableDescription: started } = await client.sdk.send(
          new ImportTableCommand({
            S3BucketSource: {
              S3Bucket: bucket,
              S3KeyPrefix: `AWSDynamoDB/${ticketOf(description.ExportArn!)}/data/`,
            },
            InputFormat: format,
            InputCompressionType: 'GZIP',
            TableCreationParameters: {
              TableName: copy,
              AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
              KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
              BillingMode: 'PAY_PER_REQUEST',
            },
          }),
        )
        const ImportArn = started!.ImportArn
        await until(
          async () => {
            const command = new DescribeImportCommand({ ImportArn })
            const { ImportTableDescription: now } = await client.sdk.send(command)
            return now!.ImportStatus === 'COMPLETED'
          },
          () => 'the import did not end',
        )
        const scan = (TableName: string) => client.sdk.send(new ScanCommand({ TableName }))
        const [before, after] = [await scan(name), await scan(copy)]
        assert.equal(after.Count, items.length)
        assert.deepEqual(byKey(after.Items!), byKey(before.Items!))
      }))
  }
})

describe('exports', () => {
  it('are begun once for each token', () =>
    withBucket(async (client) => {
      const { arn: TableArn } = await client.createTable()
      const input = { TableArn, ClientToken: 'once' }
      const first = await client.finished(input)
      const again = await client.begin(input)
      assert.deepEqual(again, first)
      const changes: readonly Partial<ExportTableToPointInTimeCommandInput>[] = [
        { S3Bucket: 'other' },
        { S3Prefix: 'other' },
        { S3BucketOwner: '000000000000' },
        { ExportFormat: 'ION' },
        { ExportTime: new Date() },
        { S3SseAlgorithm: 'KMS' },
      ]
      for (const change of changes) {
        await assert.rejects(client.begin({ ...input, ...change }), (error) => {
          assert.ok(error instanceof ExportConflictException)
          assert.equal(
            error.message,
            'Export conflict: Duplicate request detected with conflicting parameters',
          )
          return true
        })
      }
      const other = await client.begin({ TableArn })
      assert.notEqual(other.ExportArn, first.ExportArn)
    }))

  it('are listed, the newest first, as long as their table exists', () =>
    withBucket(async (client) => {
      const { arn: TableArn, name } = await client.createTable()
      const other = await client.createTable()
      const arns: string[] = []
      const missing = { S3Bucket: 'missing' }
      for (let n = 0; n < 4; n++) {
        arns.unshift((await client.finished({ TableArn, ...missing })).ExportArn!)
      }
      const last = (await client.finished({ TableArn: other.arn, ...missing })).ExportArn!
      const list = async (input: { TableArn?: string; MaxResults?: number; NextToken?: string }) =>
        client.sdk.send(new ListExportsCommand(input))
      const { ExportSummaries } = await list({})
      assert.deepEqual(
        ExportSummaries!.map(({ ExportArn }) => ExportArn),
        [last, ...arns],
      )
      const paged: (string | undefined)[] = []
      let NextToken: string | undefined
      do {
        const page = await list({ TableArn, MaxResults: 3, ...(NextToken && { NextToken }) })
        paged.push(...page.ExportSummaries!.map(({ ExportArn }) => ExportArn))
        NextToken = page.NextToken
        if (NextToken !== undefined) assert.match(NextToken, /^([0-9a-f]{16})+$/)
      } while (NextToken !== undefined)
      assert.deepEqual(paged, arns)
      assert.equal((await list({ TableArn, MaxResults: 4 })).NextToken, undefined)
      await client.sdk.send(new DeleteTableCommand({ TableName: name }))
      await until(
        async () => (await list({ TableArn })).ExportSummaries!.length === 0,
        () => 'they are still listed',
      )
      assert.equal((await client.describe(arns[0]!)).ExportStatus, 'FAILED')
    }))
})

describe('an export fails later', () => {
  const fails = (
    what: string,
    input: Partial<ExportTableToPointInTimeCommandInput>,
    code: string,
    message: RegExp,
  ): void => {
    it(what, () =>
      withBucket(async (client) => {
        const { arn: TableArn } = await client.createTable()
        const description = await client.finished({ TableArn, ...input })
        assert.equal(description.ExportStatus, 'FAILED')
        assert.equal(description.FailureCode, code)
        assert.match(description.FailureMessage!, message)
        assert.equal(description.ExportManifest, undefined)
        assert.equal(description.ItemCount, undefined)
      }),
    )
  }
  fails(
    'if the bucket does not exist',
    { S3Bucket: 'missing' },
    'S3NoSuchBucket',
    /^The specified bucket does not exist \(Service: Amazon S3; Status Code: 404; Error Code: NoSuchBucket; Request ID: \w+; S3 Extended Request ID: \S+; Proxy: null\)$/,
  )
  fails(
    'if the bucket belongs to somebody else',
    { S3BucketOwner: '999999999999' },
    'S3AccessDenied',
    /^Access Denied \(Service: Amazon S3; Status Code: 403; Error Code: AccessDenied; /,
  )
  fails(
    'if the key does not exist',
    { S3SseAlgorithm: 'KMS', S3SseKmsKeyId: 'alias/mine' },
    'KmsNotFoundException',
    /^Key 'alias\/mine' does not exist \(Service: Amazon S3; Status Code: 400; /,
  )
})
