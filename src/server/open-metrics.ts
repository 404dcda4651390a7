/** Measuring on a server: each minute that is over is stored, and the present one when the server stops. */
import { minuteMs } from '../metrics/limits.js'
import type { Catalog } from '../catalog/catalog.js'
import { periodicJob, surveyJob, type Job } from '../jobs/job.js'
import { MetricUpkeep } from '../metrics/metric-upkeep.js'
import type { MetricHistory } from '../metrics/metric-history.js'
import { LevelWatch } from '../operations/metering/level-watch.js'
import type { Measure } from '../operations/dispatch/measure.js'
import { Metering } from '../operations/metering/metering.js'
import type { Clock, TimeSource } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { Sleeper } from '../stdx/sleeper.js'
import type { Engine } from '../storage/engine.js'
import { openExposition, type Exposition, type WriteMetrics } from './open-exposition.js'
import type { Settings } from './options.js'
import type { Part } from './parts.js'

export interface MetricsDependencies extends MetricsRecorderDependencies {
  readonly engine: Engine
  readonly catalog: Catalog
  /** By which old metrics are deleted. */
  readonly time: TimeSource
}

export interface MetricsRecorderDependencies {
  /** What is kept of minutes when they are stored. */
  readonly exposition?: Pick<Exposition, 'addUp'>
  readonly history: MetricHistory
  readonly clock: Clock
  readonly log: Log
}

export interface Measuring {
  readonly metering: Metering
  readonly measure: Measure
  readonly write: WriteMetrics
  readonly recorder: Part
  /** For the server that does the background work. */
  readonly jobs: readonly Job[]
}

/** Undefined if the server is not to measure anything. */
export function openMetrics(
  { metrics }: Pick<Settings, 'metrics'>,
  dependencies: MetricsDependencies,
): Measuring | undefined {
  if (metrics === 'off') return undefined
  const { history, clock } = dependencies
  const upkeep = new MetricUpkeep(dependencies)
  const levels = new LevelWatch(dependencies)
  const metering = new Metering(history.meters, clock)
  const exposition = openExposition({ ...dependencies, meters: history.meters })
  return {
    metering,
    measure(finished) {
      metering.measure(finished)
      exposition.countCall(finished)
    },
    write: exposition.write,
    recorder: new MetricsRecorder({ ...dependencies, exposition }),
    jobs: [
      periodicJob('metrics upkeep', (fence) => upkeep.step(fence), {
        clock,
        intervalMs: upkeep.intervalMs,
      }),
      surveyJob('metric levels', (fence) => levels.step(fence), {
        clock,
        intervalMs: levels.intervalMs,
      }),
    ],
  }
}

/** The timer keeps no process alive, and stopping does not wait for it. */
export class MetricsRecorder implements Part {
  readonly name = 'metrics'
  readonly #dependencies: MetricsRecorderDependencies
  readonly #sleeper = new Sleeper()
  #isStopping = false
  #loop: Promise<void> | undefined
  #failures = 0

  constructor(dependencies: MetricsRecorderDependencies) {
    this.#dependencies = dependencies
  }

  start(): void {
    this.#loop = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#sleeper.wake()
    await this.#loop
    await this.#store(true)
  }

  async #run(): Promise<void> {
    const { clock } = this.#dependencies
    while (!this.#isStopping) {
      await this.#sleeper.sleep(minuteMs - (clock.now() % minuteMs))
      if (!this.#isStopping) await this.#store(false)
    }
  }

  /** What cannot be stored is tried again a minute later. */
  async #store(endsNow: boolean): Promise<void> {
    const { history, log, exposition } = this.#dependencies
    try {
      await exposition?.addUp()
      await history.storeMinutes({ endsNow })
      this.#failures = 0
    } catch (error) {
      if (this.#failures++ === 0) log.warn('metrics could not be stored', { error: String(error) })
    }
  }
}
