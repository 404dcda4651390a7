/** A server without the wire whose imports are carried on step by step. */
import assert from 'node:assert/strict'
import { Builder } from '../items/builder.js'
import { verifyTable } from '../items/verify.js'
import { LongJobs } from '../jobs/long-jobs.js'
import { MemoryObjectStore } from '../objects/memory-store.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import { importErrorsBucket } from '../transfers/import-errors.js'
import { ImportJob } from '../transfers/import-job.js'
import { openTestDatabase, type Json } from './database-suite.js'
import { testCaller } from './json-call-suite.js'

const { account, region } = testCaller

export const parameters = {
  TableName: 'imported',
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
      Projection: { ProjectionType: 'ALL' },
    },
  ],
}

const request = {
  ClientToken: 'token',
  S3BucketSource: { S3Bucket: 'files' },
  InputFormat: 'DYNAMODB_JSON',
  TableCreationParameters: parameters,
}

export class ImportingServer {
  readonly clock = new VirtualClock(1_700_000_000_000)
  readonly engine: Engine
  readonly objects: MemoryObjectStore
  readonly ask: (operation: string, input: Json) => Promise<Json>
  readonly database: ReturnType<typeof openTestDatabase>['database']
  readonly longJobs: LongJobs
  readonly builder: Builder

  constructor(engine: Engine, objects?: MemoryObjectStore) {
    this.engine = engine
    const { clock } = this
    this.objects = objects ?? new MemoryObjectStore(clock)
    const { database, ask } = openTestDatabase(engine, { clock })
    this.ask = ask
    this.database = database
    const parts = { ...database, objects: this.objects, random: systemRandom, log: silentLog }
    const kinds = [new ImportJob({ ...parts, stepBatchesMax: 1 })]
    this.longJobs = new LongJobs({ engine, clock, ticks: clock, log: silentLog, kinds })
    this.builder = new Builder({ ...database, log: silentLog })
  }

  async put(key: string, content: string | Buffer, bucket = 'files'): Promise<void> {
    if (!(await this.objects.hasBucket(bucket))) await this.objects.createBucket(bucket)
    const writer = await this.objects.write(bucket, key)
    await writer.write(Buffer.from(content))
    await writer.finish()
  }

  async start(input: Json = {}): Promise<Json> {
    const answer = await this.ask('ImportTable', { ...request, ...input })
    return answer['ImportTableDescription'] as Json
  }

  async describe({ ImportArn }: Json): Promise<Json> {
    const answer = await this.ask('DescribeImport', { ImportArn })
    return answer['ImportTableDescription'] as Json
  }

  async step(): Promise<void> {
    await this.longJobs.step(unfenced, new AbortController().signal)
    await this.builder.step({ account, region, name: 'imported' }, unfenced)
    this.clock.advance(1_000)
  }

  async finish(started: Json): Promise<Json> {
    for (let i = 0; i < 200; i++) {
      const described = await this.describe(started)
      if (described['ImportStatus'] !== 'IN_PROGRESS') return described
      await this.step()
    }
    throw new Error('the import does not end')
  }

  async import(input: Json = {}): Promise<Json> {
    return this.finish(await this.start(input))
  }

  async items(): Promise<readonly Json[]> {
    const { Items } = await this.ask('Scan', { TableName: 'imported' })
    return [...(Items as Json[])].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  }

  async errors(): Promise<readonly Json[]> {
    const { objects } = await this.objects.list(importErrorsBucket, { entriesMax: 1000 })
    const lines: string[] = []
    for (const { key } of objects) {
      const body = await this.objects.read(importErrorsBucket, key)
      const chunks: Uint8Array[] = []
      for await (const chunk of body!.chunks) chunks.push(chunk)
      lines.push(...Buffer.concat(chunks).toString().trimEnd().split('\n'))
    }
    return lines.map((line) => JSON.parse(line) as Json)
  }

  async verify(count: number): Promise<void> {
    const table = await this.database.catalog.findTable(testCaller, 'imported')
    assert.deepEqual(await verifyTable(this.engine, table!), { items: count, faults: [] })
  }
}

export function textOf({ pk }: Json): string {
  return (pk as { S: string }).S
}

export function line(pk: string, n = 1): string {
  return `{"Item":{"pk":{"S":"${pk}"},"n":{"N":"${n}"}}}\n`
}

export function counted(described: Json): readonly unknown[] {
  const names = ['ImportStatus', 'ImportedItemCount', 'ErrorCount', 'ProcessedItemCount']
  return names.map((name) => described[name])
}
