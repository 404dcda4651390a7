/** Changes on their way to another deployment. */
import type { ReplicatedChange } from '../../api/generated/gramme-types.js'
import type { IncomingChange } from '../../items/write/incoming-change.js'
import type { SourceChange } from '../../replication/change-source.js'

export function describeLogged({ entry, change }: SourceChange): ReplicatedChange {
  return change === undefined ? { Entry: entry } : { Entry: entry, ...describeReplicated(change) }
}

export function describeReplicated(change: IncomingChange): ReplicatedChange {
  const { version, key, item, atMs, origin } = change
  return {
    Key: key.toString('base64'),
    ...(item !== undefined && {
      Item: Buffer.from(item.json).toString('base64'),
      ItemSizeBytes: item.sizeBytes,
    }),
    VersionMilliseconds: version.ms,
    VersionCounter: version.counter,
    VersionRegion: version.region,
    AtMilliseconds: atMs,
    Origin: origin,
  }
}
