/**
 * The job that keeps the regions of global tables in step. Its code is loaded with the first global table;
 * until then it looks for one from time to time.
 */
import type { Table } from '../catalog/table.js'
import { periodicJob, type Job } from '../jobs/job.js'
import { minuteMs } from '../metrics/limits.js'
import { firstGroupIntervalMs } from '../replication/limits.js'
import type { LinkReport } from '../replication/link-report.js'
import type { ReplicaFiller } from '../replication/replica-filler.js'
import type { ReplicationDesk } from '../replication/replication-desk.js'
import type { Replication, ReplicationParts } from '../replication/replication.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { allGlobalTables } from '../storage/replication-keys.js'
import type { Settings } from './options.js'

export interface OpenReplicationParts extends Omit<ReplicationParts, 'delayMs' | 'hurry'> {
  readonly hurry: (job: Job) => void
  /** How far a region is behind another, once a minute. */
  readonly onReport?: ((report: LinkReport) => void) | undefined
}

export interface OpenReplication {
  readonly jobs: readonly Job[]
  /** A member of a global table was written. */
  readonly notice: (table: Table) => void
  /** Global tables, or what is asked of them, have changed. */
  readonly look: () => void
  /** Fills members that are being added. */
  readonly filler: () => Promise<ReplicaFiller>
  readonly desk: () => Promise<ReplicationDesk>
}

export function openReplication(
  { replicationDelayMs: delayMs }: Pick<Settings, 'replicationDelayMs'>,
  { hurry, onReport, ...parts }: OpenReplicationParts,
): OpenReplication {
  let loading: Promise<Replication> | undefined
  let loaded: Replication | undefined
  let isAnnounced = false
  const load = () => (loading ??= open())
  const open = async () => {
    const { assembleReplication } = await import('../replication/replication.js')
    loaded = assembleReplication({ ...parts, delayMs, hurry: () => hurry(job) })
    return loaded
  }
  const job: Job = {
    name: 'replication',
    runsAside: true,
    async step(fence, signal) {
      isAnnounced = false
      if (loaded === undefined && !(await hasGlobalTables(parts.engine))) {
        return parts.clock.now() + firstGroupIntervalMs
      }
      return (await load()).job.step(fence, signal)
    },
  }
  const told = async () => {
    if (loaded === undefined || onReport === undefined) return
    for await (const report of loaded.desk.all()) onReport(report)
  }
  const { clock } = parts
  const reports = periodicJob('replication reports', told, { clock, intervalMs: minuteMs })
  // Once is enough: if another server does the work, each time would be a write.
  const announce = () => {
    if (!isAnnounced) hurry(job)
    isAnnounced = true
  }
  return {
    jobs: [job, reports],
    notice: (table) => (loaded === undefined ? announce() : loaded.job.notice(table)),
    look: () => (loaded === undefined ? announce() : loaded.job.look()),
    filler: async () => (await load()).filler,
    desk: async () => (await load()).desk,
  }
}

async function hasGlobalTables(engine: Engine): Promise<boolean> {
  const read = { kind: 'range', space: systemSpace, ...allGlobalTables(), entriesMax: 1 } as const
  const [{ entries }] = await engine.read([read])
  return entries.length > 0
}
