/**
 * The streams of the database as triggers read them: which a table has, their shards with lineage, and
 * their records from a position on, each as the JSON that a function receives.
 */
import type { Catalog } from '../catalog/catalog.js'
import type { Stream } from '../changes/stream-record.js'
import { streamArn, tableArn, type TableArn } from '../model/arn.js'
import type { Streams, StreamShard } from '../streams/streams.js'
import { lambdaRecord } from './lambda-event.js'

export interface SourceStream {
  readonly arn: string
  readonly table: TableArn
  /** Later streams of a table have greater labels. */
  readonly label: string
  /** Whether new changes are recorded in it. */
  readonly enabled: boolean
  readonly stream: Stream
}

export interface SourceShard {
  readonly id: string
  readonly number: number
  readonly lane: number
  readonly parentNumber: number | undefined
  /** The position of the first record it can have. */
  readonly first: number
}

export type SourcePage =
  | {
      readonly kind: 'page'
      readonly records: readonly SourceRecord[]
      readonly next: number
      /** Whether the shard is closed and nothing follows. */
      readonly end: boolean
    }
  /** Records at the position were trimmed; the first one left is at `resumeAt`. */
  | { readonly kind: 'trimmed'; readonly resumeAt: number }
  /** The whole shard was trimmed. */
  | { readonly kind: 'gone' }

export interface SourceRecord {
  readonly position: number
  readonly sequenceNumber: string
  readonly atMs: number
  /** The same for all changes of one item, which stay in order. */
  readonly itemKey: string
  /** As the function receives it. */
  readonly json: string
}

/** Streams of one table that are considered; a table has few, as they disappear after a day. */
const streamsMax = 100

export class StreamSource {
  readonly #streams: Streams
  readonly #catalog: Pick<Catalog, 'loadTable'>

  constructor(streams: Streams, catalog: Pick<Catalog, 'loadTable'>) {
    this.#streams = streams
    this.#catalog = catalog
  }

  /** The readable streams, oldest first. Undefined if there is neither such a table nor a stream of one. */
  async streams(table: TableArn): Promise<readonly SourceStream[] | undefined> {
    const { tableName, ...scope } = table
    const { streams } = await this.#streams.list(scope, tableName, undefined, streamsMax)
    if (streams.length === 0 && (await this.#catalog.loadTable(scope, tableName)) === undefined) {
      return undefined
    }
    return streams.map((stream) => ({
      arn: streamArn(tableArn(scope, tableName), stream.label),
      table,
      label: stream.label,
      enabled: stream.closed === undefined,
      stream,
    }))
  }

  /** In the order of their opening. */
  async shards({ stream }: SourceStream): Promise<readonly SourceShard[]> {
    return (await this.#streams.shards(stream)).map(sourceShard)
  }

  /** The position after the newest record of a shard. */
  async latest({ stream }: SourceStream, shard: SourceShard): Promise<number> {
    const found = await this.#streams.findShard(stream, shard.id)
    if (found === undefined) return shard.first
    const last = found.shard.closed?.last ?? found.head
    return Math.max(last + 1, shard.first)
  }

  async read(
    { stream, arn }: SourceStream,
    shard: SourceShard,
    position: number,
    recordsMax: number,
  ): Promise<SourcePage> {
    const page = await this.#streams.read(stream, shard, position, recordsMax)
    if (page === undefined) return { kind: 'gone' }
    if (page.kind === 'trimmed') return page
    const records = page.records.map((record) => ({
      position: record.entry,
      sequenceNumber: record.sequenceNumber,
      atMs: record.atMs,
      itemKey: record.key.bytes.toString(),
      json: lambdaRecord(record, arn),
    }))
    return { kind: 'page', records, next: page.next, end: page.end }
  }
}

function sourceShard({ id, shard, parentId }: StreamShard): SourceShard {
  return {
    id,
    number: shard.number,
    lane: shard.lane,
    parentNumber: parentId === undefined ? undefined : shard.parent?.number,
    first: shard.trimmedThrough + 1,
  }
}
