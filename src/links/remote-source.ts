/** A member of a global table in another deployment, as one of this store reads it. */
import type { ReplicatedChange } from '../api/generated/gramme-types.js'
import type { ChangeOrigin } from '../changes/change-record.js'
import type { PageBounds } from '../changes/read-log.js'
import type { LanePosition } from '../changes/reader.js'
import type { IncomingChange } from '../items/write/incoming-change.js'
import type {
  ChangeSource,
  ReadPlace,
  SourceChange,
  SourceItems,
  SourcePoint,
} from '../replication/change-source.js'
import type { RemoteMember } from '../replication/deployment.js'
import { readPointText } from '../replication/told-point.js'
import { assert } from '../stdx/assert.js'
import type { LinkCaller } from './link-client.js'

interface ReadMember {
  readonly TableName: string
  readonly MemberId: string
  /** The member that reads. */
  readonly ReaderId: string
}

export class RemoteSource implements ChangeSource {
  readonly #client: LinkCaller
  readonly #member: ReadMember

  constructor(client: LinkCaller, member: RemoteMember & { readonly readerId: string }) {
    this.#client = client
    const { tableName, memberId, readerId } = member
    this.#member = { TableName: tableName, MemberId: memberId, ReaderId: readerId }
  }

  async point(): Promise<SourcePoint | undefined> {
    const { Point } = await this.#client.call('gramme.GetReplicationHeads', this.#member)
    return Point === undefined ? undefined : readPointText(Point)
  }

  async changes(
    { lane, next }: LanePosition,
    { entriesMax, bytesMax }: PageBounds,
  ): Promise<readonly SourceChange[]> {
    const input = { ...this.#member, Lane: lane, Next: next }
    const bounds = { EntriesMax: entriesMax, BytesMax: bytesMax }
    const { Changes = [] } = await this.#client.call('gramme.ReadReplicationLog', {
      ...input,
      ...bounds,
    })
    return Changes.map((told) => ({
      entry: told.Entry ?? 0,
      change: told.Key === undefined ? undefined : incomingOf(told),
    }))
  }

  async items(
    after: Buffer | undefined,
    { entriesMax, bytesMax }: PageBounds,
  ): Promise<SourceItems> {
    const { Changes = [], After } = await this.#client.call('gramme.ReadReplicationItems', {
      ...this.#member,
      ...(after !== undefined && { After: after.toString('base64') }),
      EntriesMax: entriesMax,
      BytesMax: bytesMax,
    })
    return {
      changes: Changes.map(incomingOf),
      after: After === undefined ? undefined : Buffer.from(After, 'base64'),
    }
  }

  async acknowledge({ positions, nextLane }: ReadPlace): Promise<void> {
    const Place = JSON.stringify({ positions, nextLane })
    await this.#client.call('gramme.AcknowledgeReplication', { ...this.#member, Place })
  }
}

function incomingOf(told: ReplicatedChange): IncomingChange {
  const { Key, Item, VersionMilliseconds: ms, VersionCounter: counter } = told
  const { VersionRegion: region, AtMilliseconds: atMs, Origin } = told
  const isWhole = Key !== undefined && ms !== undefined && region !== undefined
  assert(isWhole && counter !== undefined && atMs !== undefined, 'a change has key and version')
  return {
    version: { ms, counter, region },
    key: Buffer.from(Key, 'base64'),
    item:
      Item === undefined
        ? undefined
        : { json: Buffer.from(Item, 'base64'), sizeBytes: told.ItemSizeBytes ?? 0 },
    atMs,
    origin: Origin as ChangeOrigin,
  }
}
