/** Delivery to Kinesis, if the server was given an endpoint. */
import type { Job } from '../jobs/job.js'
import { findKinesisPackageFault } from '../kinesis/kinesis-client.js'
import { hasDeliveries, KinesisDeliveries } from '../kinesis/kinesis-deliveries.js'
import { KinesisEndpoint, type KinesisStreams } from '../kinesis/kinesis-streams.js'
import type { MeasureDelivery } from '../kinesis/measure-delivery.js'
import { kinesisIdleMs, kinesisStopMsMax } from '../kinesis/limits.js'
import { systemClock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import { CannotStart } from './cannot-start.js'
import type { Settings } from './options.js'

export interface OpenKinesis {
  readonly streams: KinesisStreams
  readonly job: Job
  close(): Promise<void>
}

export interface KinesisParts {
  readonly engine: Engine
  readonly log: Log
  readonly measure: MeasureDelivery
}

/** Throws `CannotStart` if an endpoint was given and the package to reach it is not installed. */
export function requireKinesisPackage({ kinesisEndpoint }: Settings): void {
  const fault = kinesisEndpoint === undefined ? undefined : findKinesisPackageFault()
  if (fault !== undefined) throw new CannotStart(fault, undefined)
}

export function openKinesis(
  { kinesisEndpoint }: Settings,
  { engine, log, measure }: KinesisParts,
): OpenKinesis | undefined {
  if (kinesisEndpoint === undefined) {
    void warnOfWaiting(engine, log)
    return undefined
  }
  const streams = new KinesisEndpoint(kinesisEndpoint)
  const deliveries = new KinesisDeliveries({ engine, streams, clock: systemClock, log, measure })
  return { streams, job: deliveryJob(deliveries), close: () => streams.close() }
}

/** Requests to Kinesis that are cut off when the server stops are sent again later. */
function deliveryJob(deliveries: KinesisDeliveries): Job {
  return {
    name: 'Kinesis deliveries',
    runsAside: true,
    retryMs: kinesisIdleMs,
    graceMs: kinesisStopMsMax,
    async step(fence, signal) {
      const restMs = await deliveries.step(fence, signal)
      return systemClock.now() + restMs
    },
  }
}

/** Tables may have been given destinations by a server that had an endpoint. */
async function warnOfWaiting(engine: Engine, log: Log): Promise<void> {
  try {
    if (!(await hasDeliveries(engine))) return
    log.warn('changes wait for Kinesis, but this server has no Kinesis endpoint')
  } catch (error) {
    log.debug('search for waiting deliveries failed', { error })
  }
}
