/** The streams of the database as triggers read them. */
import type { Catalog } from '../catalog/catalog.js'
import type { Stream } from '../changes/stream-record.js'
import { streamArn, tableArn, type TableArn } from '../model/arn.js'
import { assert } from '../stdx/assert.js'
import type { Streams, StreamShard } from '../streams/streams.js'
import type {
  ChangeSource,
  SourcePage,
  SourceShard,
  SourceStream,
} from './change-source.js'
import { lambdaRecord } from './lambda-event.js'

/** Streams of one table that are considered; a table has few, as they disappear after a day. */
const streamsMax = 100

interface KnownStream extends SourceStream {
  readonly stream: Stream
}

export class StreamSource implements ChangeSource {
  readonly #streams: Streams
  readonly #catalog: Pick<Catalog, 'loadTable'>

  constructor(streams: Streams, catalog: Pick<Catalog, 'loadTable'>) {
    this.#streams = streams
    this.#catalog = catalog
  }

  async streams(table: TableArn): Promise<readonly KnownStream[] | undefined> {
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

  async shards(stream: SourceStream): Promise<readonly SourceShard[]> {
    return (await this.#streams.shards(known(stream))).map(sourceShard)
  }

  async latest(stream: SourceStream, shard: SourceShard): Promise<number> {
    const found = await this.#streams.findShard(known(stream), shard.id)
    if (found === undefined) return shard.first
    const last = found.shard.closed?.last ?? found.head
    return Math.max(last + 1, shard.first)
  }

  async read(
    stream: SourceStream,
    shard: SourceShard,
    position: number,
    recordsMax: number,
  ): Promise<SourcePage> {
    const page = await this.#streams.read(known(stream), shard, position, recordsMax)
    if (page === undefined) return { kind: 'gone' }
    if (page.kind === 'trimmed') return page
    const records = page.records.map((record) => ({
      position: record.entry,
      sequenceNumber: record.sequenceNumber,
      atMs: record.atMs,
      itemKey: record.key.bytes.toString(),
      json: lambdaRecord(record, stream.arn),
    }))
    return { kind: 'page', records, next: page.next, end: page.end }
  }
}

function known(stream: SourceStream): Stream {
  assert('stream' in stream, 'a stream is one of ours')
  return (stream as KnownStream).stream
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
