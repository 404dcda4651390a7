/** A database with streams. The test moves its clock and runs its background work. */
import { ChangeUpkeep, type UpkeepSettings } from '../changes/upkeep.js'
import { VirtualClock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import type { Database } from './database.js'
import { openTestDatabase, type Json, type TestDatabase } from './database-suite.js'

export interface ShardShape {
  readonly ShardId: string
  readonly ParentShardId?: string
  readonly SequenceNumberRange: {
    readonly StartingSequenceNumber: string
    readonly EndingSequenceNumber?: string
  }
}

export interface RecordShape {
  readonly eventID: string
  readonly eventName: string
  readonly dynamodb: {
    readonly Keys: { readonly pk: { readonly S: string } }
    readonly SequenceNumber: string
    readonly SizeBytes: number
  }
}

export const hourMs = 60 * 60 * 1000

export class StreamBench {
  readonly clock = new VirtualClock()
  readonly engine: Engine
  readonly upkeep: ChangeUpkeep
  readonly #server: TestDatabase

  constructor(engine: Engine, settings: Partial<UpkeepSettings> = {}, tableTransitionMs = 0) {
    const { clock } = this
    this.engine = engine
    this.upkeep = new ChangeUpkeep(engine, clock, settings)
    this.#server = openTestDatabase(engine, { clock, tableTransitionMs })
  }

  get database(): Database {
    return this.#server.database
  }

  ask(operation: string, input: Json): Promise<Json> {
    return this.#server.ask(operation, input)
  }

  /** Creates a table with a stream and returns the stream's ARN. */
  async createTable(TableName: string, rest: Json = {}): Promise<string> {
    const { TableDescription } = await this.ask('CreateTable', {
      TableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      ...rest,
    })
    return (TableDescription as { LatestStreamArn: string }).LatestStreamArn
  }

  put(TableName: string, name: string, rest: Json = {}): Promise<Json> {
    return this.ask('PutItem', { TableName, Item: { pk: { S: name }, ...rest } })
  }

  /** Runs background work until there is none left. */
  async keep(): Promise<void> {
    while (await this.upkeep.step());
  }

  async shards(StreamArn: string, rest: Json = {}): Promise<readonly ShardShape[]> {
    const { StreamDescription } = await this.ask('DescribeStream', { StreamArn, ...rest })
    return (StreamDescription as { Shards: readonly ShardShape[] }).Shards
  }

  async iterator(StreamArn: string, ShardId: string, start: Json): Promise<string> {
    const answer = await this.ask('GetShardIterator', { StreamArn, ShardId, ...start })
    return answer['ShardIterator'] as string
  }

  async records(ShardIterator: string, Limit?: number) {
    const { Records, NextShardIterator } = await this.ask('GetRecords', { ShardIterator, Limit })
    return {
      records: Records as readonly RecordShape[],
      next: NextShardIterator as string | undefined,
    }
  }

  /** The names of the items in a shard, from the trim horizon on. */
  async namesIn(StreamArn: string, ShardId: string): Promise<readonly string[]> {
    const names: string[] = []
    const start = { ShardIteratorType: 'TRIM_HORIZON' }
    let next: string | undefined = await this.iterator(StreamArn, ShardId, start)
    for (let full = true; next !== undefined && full;) {
      const page = await this.records(next)
      names.push(...page.records.map(({ dynamodb }) => dynamodb.Keys.pk.S))
      full = page.records.length > 0
      next = page.next
    }
    return names
  }

  async namesInStream(StreamArn: string): Promise<readonly string[]> {
    const names: string[] = []
    for (const { ShardId } of await this.shards(StreamArn)) {
      names.push(...(await this.namesIn(StreamArn, ShardId)))
    }
    return names
  }
}
