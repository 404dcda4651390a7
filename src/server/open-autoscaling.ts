/**
 * The job of auto scaling. Its code is loaded with the first target; until then it looks for one from time to
 * time.
 */
import type { AlarmActionKind } from '../alarms/alarm-actions.js'
import { scalingIntervalMs } from '../autoscaling/limits.js'
import type { ScalingJob } from '../autoscaling/scaling-job.js'
import type { Job } from '../jobs/job.js'
import type { MetricReader } from '../metrics/metric-reader.js'
import type { Database } from '../operations/database.js'
import type { Dispatcher } from '../operations/dispatcher.js'
import type { TimeSource } from '../stdx/clock.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import { allScalingTargets } from '../storage/scaling-keys.js'

export interface AutoscalingParts {
  readonly engine: Engine
  readonly database: Database
  readonly metrics: MetricReader
  readonly time: TimeSource
  /** Judges nobody: auto scaling acts by a right of its own, as on AWS. */
  readonly dispatcher: () => Dispatcher
}

export interface Autoscaling {
  readonly job: Job
  /** What alarms call that have a policy among their actions. */
  readonly action: AlarmActionKind
}

export function openAutoscaling(parts: AutoscalingParts): Autoscaling {
  const { engine, database } = parts
  let opening: ReturnType<typeof load> | undefined
  const open = () => (opening ??= load(parts))
  const job: Job = {
    name: 'auto scaling',
    async step(fence) {
      if (opening === undefined && !(await hasTargets(engine))) {
        return database.clock.now() + scalingIntervalMs
      }
      const { scalingJob } = await open()
      return scalingJob.step(fence)
    },
  }
  const action: AlarmActionKind = {
    claims: (text) => text.startsWith('arn:aws:autoscaling:'),
    repeats: true,
    async run({ alarm: { scope, name }, action: text }) {
      const { scaler } = await open()
      // Whatever it does twice, if two servers believe that it is theirs to do, is the same.
      await scaler.raised({ ...scope, name, action: text }, unfenced)
    },
  }
  return { job, action }
}

async function hasTargets(engine: Engine): Promise<boolean> {
  const read = { kind: 'range', space: systemSpace, ...allScalingTargets(), entriesMax: 1 } as const
  const [{ entries }] = await engine.read([read])
  return entries.length > 0
}

async function load(parts: AutoscalingParts) {
  const { ScalingJob } = await import('../autoscaling/scaling-job.js')
  const { ScaledTables } = await import('../autoscaling/scaled-tables.js')
  const { Scaler } = await import('../autoscaling/scaler.js')
  const { throughputBy } = await import('../operations/autoscaling/set-throughput.js')
  const { clock, random, catalog } = parts.database
  const { targets, activities, book } = await parts.database.scaling()
  const tables = new ScaledTables(catalog, clock, throughputBy(parts.dispatcher(), random))
  const shared = { ...parts, targets, activities, book, tables, clock, random }
  const scalingJob: ScalingJob = new ScalingJob(shared)
  return { scalingJob, scaler: new Scaler(shared) }
}
