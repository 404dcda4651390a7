/** The parts of replication, put together: for the server, and for tests. */
import type { Catalog } from '../catalog/catalog.js'
import type { Items } from '../items/items.js'
import type { Clock, TimeSource } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import { FillReplica } from './fill-replica.js'
import { GroupReplication } from './group-replication.js'
import { MemberTables } from './member-tables.js'
import { MemberUpkeep } from './member-upkeep.js'
import { Receiver, type OnApplied } from './receiver.js'
import type { ReplicaFiller } from './replica-filler.js'
import { ReplicaLinks, type FindSource } from './replica-links.js'
import { ReplicationDesk } from './replication-desk.js'
import { ReplicationJob } from './replication-job.js'

export interface ReplicationParts {
  readonly engine: Engine
  readonly catalog: Catalog
  readonly items: Items
  readonly clock: Clock
  /** By which versions are closed; the clock if there is no other. */
  readonly time?: TimeSource
  readonly log: Log
  readonly elsewhere?: FindSource | undefined
  /** How long changes wait if nobody has asked for something else. */
  readonly delayMs?: number
  readonly onApplied?: OnApplied | undefined
  /** The job has something to do at once. */
  readonly hurry?: () => void
}

export interface Replication {
  readonly job: ReplicationJob
  readonly filler: ReplicaFiller
  readonly desk: ReplicationDesk
}

export function assembleReplication(parts: ReplicationParts): Replication {
  const { catalog, clock, time = clock, delayMs = 0, hurry = () => undefined } = parts
  const tables = new MemberTables(catalog)
  const links = new ReplicaLinks({ ...parts, tables, delayMs })
  const receiver = new Receiver(parts)
  const upkeep = new MemberUpkeep({ ...parts, time, tables })
  const groups = new GroupReplication({ ...parts, tables, links, receiver, upkeep })
  const job = new ReplicationJob({ ...parts, groups, hurry })
  return {
    job,
    desk: new ReplicationDesk({ ...parts, delayMs, announce: job.look }),
    filler: new FillReplica({ ...parts, tables, links, receiver }),
  }
}
