/**
 * What triggers need of streams: which a table has, their shards with lineage, and their records from a
 * position on. `server/` puts the real streams behind it.
 */
import type { TableArn } from '../model/arn.js'

export interface ChangeSource {
  /** Those that can be read, oldest first. Undefined when there is no such table and no stream of one. */
  streams(table: TableArn): Promise<readonly SourceStream[] | undefined>
  /** In the order of their opening. */
  shards(stream: SourceStream): Promise<readonly SourceShard[]>
  /** The position after the newest record of a shard. */
  latest(stream: SourceStream, shard: SourceShard): Promise<number>
  read(
    stream: SourceStream,
    shard: SourceShard,
    position: number,
    recordsMax: number,
  ): Promise<SourcePage>
}

export interface SourceStream {
  readonly arn: string
  readonly table: TableArn
  /** Labels of a table's streams only grow. */
  readonly label: string
  /** Whether it takes up changes. */
  readonly enabled: boolean
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
  /** Records from the position on are gone; the first one left is at `resumeAt`. */
  | { readonly kind: 'trimmed'; readonly resumeAt: number }
  /** The shard as a whole is gone. */
  | { readonly kind: 'gone' }

export interface SourceRecord {
  readonly position: number
  readonly sequenceNumber: string
  readonly atMs: number
  /** Changes of one item have the same, and stay in order. */
  readonly itemKey: string
  /** As the function receives it. */
  readonly json: string
}
