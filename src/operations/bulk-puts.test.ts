/** Bulk puts as jobs: what is written, counted and reported, and how they go on after a restart. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openTestEngine } from '../../test/support/engines.js'
import { verifyTable } from '../items/verify.js'
import { LongJobs } from '../jobs/long-jobs.js'
import { ServiceError } from '../model/errors.js'
import { MemoryObjectStore } from '../objects/memory-store.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import { BulkPutJob } from '../transfers/bulk-job.js'
import { bulkPutsAtOnceMax, importBatchRecordsMax } from '../transfers/import-limits.js'
import { openTestDatabase, type Json } from './database-suite.js'
import { testCaller } from './json-call-suite.js'

const request = {
  TableName: 'things',
  ClientToken: 'token',
  InputS3Configuration: { S3Bucket: 'files', InputFormat: 'DYNAMODB_JSON' },
  OutputS3Configuration: {
    S3Bucket: 'reports',
    S3KeyPrefix: 'out',
    OutputType: ['ERROR', 'CONDITION_CHECK_FAILURE'],
  },
}

class PuttingServer {
  readonly clock = new VirtualClock(1_700_000_000_000)
  readonly engine: Engine
  readonly objects: MemoryObjectStore
  readonly ask: (operation: string, input: Json) => Promise<Json>
  readonly database: ReturnType<typeof openTestDatabase>['database']
  readonly longJobs: LongJobs

  constructor(engine: Engine, objects?: MemoryObjectStore) {
    this.engine = engine
    const { clock } = this
    this.objects = objects ?? new MemoryObjectStore(clock)
    const { database, ask } = openTestDatabase(engine, { clock })
    this.ask = ask
    this.database = database
    const parts = { ...database, engine, objects: this.objects, random: systemRandom }
    const kinds = [new BulkPutJob({ ...parts, stepBatchesMax: 1 })]
    this.longJobs = new LongJobs({ engine, clock, ticks: clock, log: silentLog, kinds })
  }

  async put(key: string, content: string | Buffer): Promise<void> {
    const writer = await this.objects.write('files', key)
    await writer.write(Buffer.from(content))
    await writer.finish()
  }

  async start(input: Json = {}): Promise<Json> {
    const answer = await this.ask('StartBulkPutItems', { ...request, ...input })
    return answer['BulkOperationDescription'] as Json
  }

  async describe({ BulkOperationArn }: Json): Promise<Json> {
    const answer = await this.ask('DescribeBulkOperation', { BulkOperationArn })
    return answer['BulkOperationDescription'] as Json
  }

  async step(): Promise<void> {
    await this.longJobs.step(unfenced, new AbortController().signal)
    this.clock.advance(10_000)
  }

  async finish(started: Json): Promise<Json> {
    for (let i = 0; i < 200; i++) {
      const described = await this.describe(started)
      if (described['EndTime'] !== undefined) return described
      await this.step()
    }
    throw new Error('the bulk puts do not end')
  }

  async items(): Promise<readonly Json[]> {
    const { Items } = await this.ask('Scan', { TableName: 'things' })
    return [...(Items as Json[])].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  }

  /** The reports by their keys. */
  async reports(): Promise<ReadonlyMap<string, readonly Json[]>> {
    const { objects } = await this.objects.list('reports', { entriesMax: 1000 })
    const found = new Map<string, readonly Json[]>()
    for (const { key } of objects) {
      const chunks: Uint8Array[] = []
      for await (const chunk of (await this.objects.read('reports', key))!.chunks)
        chunks.push(chunk)
      const lines = Buffer.concat(chunks).toString().trimEnd().split('\n')
      const name = key.replace(/^out\/AWSDynamoDB\/\d{14}-[0-9a-f]{8}\//, '')
      found.set(
        name,
        lines.map((line) => JSON.parse(line) as Json),
      )
    }
    return found
  }
}

function textOf({ pk }: Json): string {
  return (pk as { S: string }).S
}

function line(pk: string, more = ''): string {
  return `{"Item":{"pk":{"S":"${pk}"}}${more}}\n`
}

function counted(described: Json): readonly unknown[] {
  const names = ['BulkOperationStatus', 'ProcessedItemCount', 'FailedItemCount']
  return names.map((name) => described[name])
}

async function server(): Promise<PuttingServer> {
  const one = new PuttingServer(await openTestEngine())
  for (const bucket of ['files', 'reports']) await one.objects.createBucket(bucket)
  await one.ask('CreateTable', {
    TableName: 'things',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'n', AttributeType: 'N' },
    ],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-n',
        KeySchema: [{ AttributeName: 'n', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  })
  return one
}

describe('bulk puts', () => {
  it('replace items, and say what they did', async () => {
    const one = await server()
    await one.ask('PutItem', { TableName: 'things', Item: { pk: { S: 'a' }, old: { S: 'x' } } })
    const text = line('a') + '{"Item":{"pk":{"S":"b"},"n":{"N":"7"}}}\n'
    await one.put('1', text)
    const started = await one.start()
    const { BulkOperationArn, TableDetails, ...rest } = started
    assert.match(
      String(BulkOperationArn),
      /:table\/things\/bulk-operation\/01700000000000-[0-9a-f]{8}$/,
    )
    assert.deepEqual(
      (TableDetails as Json[]).map((each) => each['TableName']),
      ['things'],
    )
    assert.deepEqual(rest, {
      BulkOperationStatus: 'IN_PROGRESS',
      StartTime: 1_700_000_000,
      ClientToken: 'token',
      InputS3Configuration: request.InputS3Configuration,
      OutputS3Configuration: request.OutputS3Configuration,
      ProcessedItemCount: 0,
      FailedItemCount: 0,
      ProcessedInputBytes: 0,
      BulkOperationUsage: [{ TableName: 'things', BulkPutBytes: 0, Table: { BulkPutBytes: 0 } }],
      PerformanceTier: 'STANDARD',
    })
    const ended = await one.finish(started)
    assert.deepEqual(counted(ended), ['COMPLETED', 2, 0])
    assert.equal(ended['TotalInputBytes'], text.length)
    assert.equal(ended['ProcessedInputBytes'], text.length)
    const [usage] = ended['BulkOperationUsage'] as [Json]
    assert.ok('by-n' in (usage['GlobalSecondaryIndexes'] as Json))
    assert.deepEqual(await one.items(), [{ pk: { S: 'a' } }, { pk: { S: 'b' }, n: { N: '7' } }])
    assert.deepEqual([...(await one.reports()).keys()], ['manifest.json'])
    const table = await one.database.catalog.findTable(testCaller, 'things')
    assert.deepEqual(await verifyTable(one.engine, table!), { items: 2, faults: [] })
  })

  it('keep the last of the items with the same key', async () => {
    const one = await server()
    const nth = (n: number) => `{"Item":{"pk":{"S":"a"},"n":{"N":"${n}"}}}\n`
    await one.put('1', nth(1) + nth(2) + line('b') + nth(3))
    assert.deepEqual(counted(await one.finish(await one.start())), ['COMPLETED', 4, 0])
    assert.deepEqual((await one.items())[0], { pk: { S: 'a' }, n: { N: '3' } })
  })

  it('report what was not written', async () => {
    const one = await server()
    await one.ask('PutItem', { TableName: 'things', Item: { pk: { S: 'a' }, n: { N: '1' } } })
    const onlyNew = ',"ConditionExpression":"attribute_not_exists(pk)"'
    const named =
      ',"ConditionExpression":"#n = :n","ExpressionAttributeNames":{"#n":"n"},"ExpressionAttributeValues":{":n":{"N":"1"}}'
    await one.put('1', line('a', onlyNew) + line('b', onlyNew) + '{"Item":{}}\n')
    await one.put('2', `${line('a', ',"ConditionExpression":"= ="')}{"x":1}\n${line('lost')}`)
    await one.put('3', line('a', named))
    const ended = await one.finish(await one.start())
    assert.deepEqual(counted(ended), ['COMPLETED_WITH_ERRORS', 6, 3])
    assert.deepEqual(await one.items(), [{ pk: { S: 'a' } }, { pk: { S: 'b' } }])
    const reports = await one.reports()
    const conditions = [...reports].filter(([key]) => key.startsWith('condition-check-failure/'))
    assert.deepEqual(
      conditions.flatMap(([, lines]) => lines),
      [
        {
          itemS3Pointer: { bucket: 'files', key: '1', itemIndex: 0 },
          errorMessage: 'The conditional request failed',
          item: { pk: { S: 'a' } },
          existingItem: { pk: { S: 'a' }, n: { N: '1' } },
        },
      ],
    )
    const errors = [...reports].filter(([key]) => key.startsWith('error/'))
    const messages = errors.flatMap(([, lines]) =>
      lines.map((each) => String(each['errorMessage'])),
    )
    assert.deepEqual(messages.sort(), [
      'Invalid ConditionExpression: Syntax error; token: "=", near: "= ="',
      'One or more parameter values were invalid: Missing the key pk in the item',
      'The object has no member Item',
    ])
    const [manifest] = reports.get('manifest.json')!
    assert.deepEqual(
      [manifest!['writtenItemCount'], manifest!['conditionCheckFailureCount']],
      [2, 1],
    )
  })

  it('read Ion and gzip', async () => {
    const one = await server()
    await one.put(
      '1',
      gzipSync('$ion_1_0 {Item:{pk:"a"},ConditionExpression:"attribute_not_exists(pk)"}'),
    )
    const input = { S3Bucket: 'files', InputFormat: 'ION', InputCompressionType: 'GZIP' }
    const ended = await one.finish(await one.start({ InputS3Configuration: input }))
    assert.deepEqual(counted(ended), ['COMPLETED', 1, 0])
    assert.deepEqual(await one.items(), [{ pk: { S: 'a' } }])
  })

  it('are written to the table’s stream', async () => {
    const one = await server()
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' }
    await one.ask('UpdateTable', { TableName: 'things', StreamSpecification })
    await one.put('1', line('a') + line('b'))
    await one.finish(await one.start())
    const { Streams } = await one.ask('ListStreams', {})
    const [{ StreamArn }] = Streams as [Json]
    const described = await one.ask('DescribeStream', { StreamArn })
    const { Shards } = described['StreamDescription'] as Json
    let records = 0
    for (const { ShardId } of Shards as Json[]) {
      const asked = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }
      const { ShardIterator } = await one.ask('GetShardIterator', asked)
      records += ((await one.ask('GetRecords', { ShardIterator }))['Records'] as Json[]).length
    }
    assert.equal(records, 2)
  })
})

describe('bulk puts that do not end well', () => {
  it('fail if a bucket is missing', async () => {
    const one = await server()
    const input = { ...request.InputS3Configuration, S3Bucket: 'elsewhere' }
    const ended = await one.finish(await one.start({ InputS3Configuration: input }))
    assert.deepEqual(
      [ended['BulkOperationStatus'], ended['FailureCode']],
      ['FAILED', 'S3NoSuchBucket'],
    )
  })

  it('fail if the table is deleted', async () => {
    const one = await server()
    await one.put('1', line('a'))
    const started = await one.start()
    await one.step()
    await one.ask('DeleteTable', { TableName: 'things' })
    const ended = await one.finish(started)
    assert.deepEqual(
      [ended['BulkOperationStatus'], ended['FailureCode']],
      ['FAILED', 'TableNotFound'],
    )
  })

  it('are cancelled, and keep what was written', async () => {
    const one = await server()
    const text = 'x'.repeat(300)
    const lines = Array.from({ length: 4 * importBatchRecordsMax }, (_, i) => line(`${i}-${text}`))
    await one.put('1', lines.join(''))
    const started = await one.start()
    await one.step()
    await one.step()
    const { BulkOperationArn } = started
    assert.deepEqual(await one.ask('CancelBulkOperation', { BulkOperationArn }), {
      BulkOperationArn,
      BulkOperationStatus: 'CANCELLING',
    })
    const ended = await one.finish(started)
    assert.equal(ended['BulkOperationStatus'], 'CANCELLED')
    assert.equal(typeof ended['FailureMessage'], 'string')
    const written = ended['ProcessedItemCount'] as number
    assert.ok(written > 0 && written < lines.length)
    const again = await one.ask('CancelBulkOperation', { BulkOperationArn })
    assert.equal(again['BulkOperationStatus'], 'CANCELLED')
  })

  it('go on with another server, and count nothing twice', async () => {
    const one = await server()
    const onlyNew = ',"ConditionExpression":"attribute_not_exists(pk)"'
    const count = 3 * importBatchRecordsMax
    const lines = Array.from({ length: count }, (_, i) => {
      return i % 100 === 7 ? '{"Item":{}}\n' : line(`${i}-${'x'.repeat(200)}`, onlyNew)
    })
    await one.put('1', gzipSync(lines.join('')))
    const input = { ...request.InputS3Configuration, InputCompressionType: 'GZIP' }
    const started = await one.start({ InputS3Configuration: input })
    let described = started
    let current = one
    for (let i = 0; i < 100 && described['EndTime'] === undefined; i++) {
      await current.step()
      described = await current.describe(started)
      current = new PuttingServer(one.engine, one.objects)
    }
    // A put that was repeated would have failed its condition.
    assert.deepEqual(counted(described), ['COMPLETED_WITH_ERRORS', count, count / 100])
    const reports = [...(await current.reports())].filter(([key]) => key.startsWith('error/'))
    assert.equal(reports.flatMap(([, all]) => all).length, count / 100)
    assert.equal(
      [...(await current.reports()).keys()].some((key) => key.startsWith('cond')),
      false,
    )
  })
})

describe('StartBulkPutItems', () => {
  const refusal = async (one: PuttingServer, input: Json): Promise<string> => {
    try {
      await one.start(input)
      return 'accepted'
    } catch (error) {
      if (error instanceof ServiceError) return `${error.type}: ${error.message}`
      throw error
    }
  }

  it('answers the same operation to the same token, and nothing else', async () => {
    const one = await server()
    const first = await one.start()
    assert.deepEqual(await one.start(), first)
    const other = { ...request.InputS3Configuration, S3KeyPrefix: 'x' }
    assert.match(
      await refusal(one, { InputS3Configuration: other }),
      /^IdempotentParameterMismatchException/,
    )
    one.clock.advance(1)
    await one.start({ ClientToken: 'other' })
    const page = await one.ask('ListBulkOperations', { MaxResults: 1 })
    const { NextToken } = page
    const next = await one.ask('ListBulkOperations', { MaxResults: 1, NextToken })
    const [summary] = next['BulkOperationsSummaryList'] as [Json]
    assert.equal(summary['BulkOperationArn'], first['BulkOperationArn'])
    assert.equal(next['NextToken'], undefined)
  })

  it('refuses what it cannot do', async () => {
    const one = await server()
    const { OutputS3Configuration: output, InputS3Configuration: input } = request
    const rows: readonly (readonly [Json, RegExp])[] = [
      [{ TableName: 'missing' }, /^ResourceNotFoundException: .*Table: missing not found$/],
      [{ OutputS3Configuration: { OutputType: ['ERROR'] } }, /outputS3Configuration\.s3Bucket/],
      [{ OutputS3Configuration: { ...output, OutputType: ['SOME'] } }, /outputType/],
      [{ OutputS3Configuration: { ...output, OutputType: [] } }, /outputType/],
      [{ InputS3Configuration: { ...input, InputFormat: 'CSV' } }, /inputFormat/],
      [
        { InputS3Configuration: { ...input, InputCompressionType: 'BZIP2' } },
        /inputCompressionType/,
      ],
      [{ MaxWriteRequestUnits: 1023 }, /maxWriteRequestUnits/],
      [{ PerformanceTier: 'FAST' }, /performanceTier/],
      [{ ClientToken: 'a$b' }, /clientToken/],
    ]
    for (const [changes, expected] of rows) assert.match(await refusal(one, changes), expected)
    assert.equal(await refusal(one, { MaxWriteRequestUnits: 1024 }), 'accepted')
    for (let i = 1; i < bulkPutsAtOnceMax; i++) await one.start({ ClientToken: `token-${i}` })
    assert.match(await refusal(one, { ClientToken: 'more' }), /^LimitExceededException: .* 50 bulk/)
    for (const operation of ['DescribeBulkOperation', 'CancelBulkOperation']) {
      const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/things'
      const absent = `${table}/bulk-operation/01791504762511-2779fadd`
      await assert.rejects(one.ask(operation, { BulkOperationArn: absent }), {
        type: 'ResourceNotFoundException',
      })
      await assert.rejects(one.ask(operation, { BulkOperationArn: table }), {
        message: 'Invalid Bulk Operation ARN',
      })
      await assert.rejects(one.ask(operation, { BulkOperationArn: 'short' }), /bulkOperationArn/)
    }
  })
})
