/**
 * What triggers need from streams: which a table has, their shards with lineage, and their records
 * from a position on. `functions/` implements it with the real streams.
 */
import type { TableArn } from '../model/arn.js'

export interface ChangeSource {
  /**
   * The readable streams, oldest first. Undefined if there is neither such a table nor a stream of
   * one.
   */
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
  /** Later streams of a table have greater labels. */
  readonly label: string
  /** Whether new changes are recorded in it. */
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
