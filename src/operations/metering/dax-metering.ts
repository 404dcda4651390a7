/**
 * What DAX has counted becomes points of metrics, every few seconds: so hits cost their requests next to nothing. A
 * point counts for the account and, if it has a cluster, for the cluster and for this server as one of its nodes.
 *
 * AWS: there are points only of what is not zero.
 */
import type { Accelerator } from '../../accelerator/accelerator.js'
import { nodeId } from '../../accelerator/dax-cluster.js'
import { acceleratedOperations, type DaxCounters } from '../../accelerator/dax-counters.js'
import type { Meter } from '../../metrics/meter.js'
import type { Meters, MinuteMeters } from '../../metrics/meters.js'
import type { Unit } from '../../metrics/series.js'
import type { Scope } from '../../model/arn.js'
import type { Clock } from '../../stdx/clock.js'
import {
  growingFigures,
  memoryUtilization,
  requestLatency,
  standingFigures,
} from './dax-figures.js'
import { daxNamespace, ownDaxNamespace, seriesNamed, type DimensionValues } from './series-names.js'

export interface DaxMeteringParts {
  readonly meters: Meters
  readonly clock: Clock
  readonly accelerator: Pick<Accelerator, 'counters' | 'room'>
  /** The name of the cluster that an account has. */
  clusterOf(scope: Scope): string | undefined
  /** Which of the nodes this server is; undefined if it is not known. */
  nodeIndex(): number | undefined
}

export class DaxMetering {
  readonly #parts: DaxMeteringParts
  /** What the growing figures were when they were last looked at. */
  readonly #seen = new Map<DaxCounters, readonly number[]>()

  constructor(parts: DaxMeteringParts) {
    this.#parts = parts
  }

  sample(): void {
    const { meters, clock, accelerator } = this.#parts
    const minute = meters.at(clock.now())
    for (const [scope, counters] of accelerator.counters.all()) {
      const points = this.#points(counters)
      const durations = durationsOf(counters)
      if (points.length === 0 && durations.length === 0) continue
      const dimensions = this.#dimensions(scope)
      for (const { metric, unit, value } of points) {
        meterOf(minute, { scope, metric, unit, dimensions }).add(value)
      }
      for (const [operation, taken] of durations) {
        const id = seriesNamed(scope, requestLatency, { Operation: operation })
        minute.meter({ ...id, namespace: ownDaxNamespace }, 'Milliseconds', true).addAll(taken)
      }
    }
  }

  #points(counters: DaxCounters): readonly Point[] {
    const now = growingFigures.map((figure) => figure.of(counters))
    const before = this.#seen.get(counters)
    this.#seen.set(counters, now)
    const grown = growingFigures.map((figure, i) => ({
      ...figure,
      value: now[i]! - (before?.[i] ?? 0),
    }))
    const standing = standingFigures.map((figure) => ({ ...figure, value: figure.of(counters) }))
    return [...grown, ...standing, ...this.#memory(counters)].filter(({ value }) => value !== 0)
  }

  /** All accounts share the memory: what counts is how full it is. */
  #memory({ cachedBytes }: DaxCounters): readonly Point[] {
    if (cachedBytes === 0) return []
    const { bytes, bytesMax } = this.#parts.accelerator.room
    return [{ metric: memoryUtilization, unit: 'Percent', value: (100 * bytes) / bytesMax }]
  }

  #dimensions(scope: Scope): readonly DimensionValues[] {
    const cluster = this.#parts.clusterOf(scope)
    if (cluster === undefined) return [{}]
    const index = this.#parts.nodeIndex()
    const ofCluster = { ClusterId: cluster }
    if (index === undefined) return [{}, ofCluster]
    return [{}, ofCluster, { ...ofCluster, NodeId: nodeId(cluster, index) }]
  }
}

interface Point {
  readonly metric: string
  readonly unit: Unit
  readonly value: number
}

interface ShownFigure {
  readonly scope: Scope
  readonly metric: string
  readonly unit: Unit
  readonly dimensions: readonly DimensionValues[]
}

/** One meter, which is shown with all dimensions. */
function meterOf(minute: MinuteMeters, { scope, metric, unit, dimensions }: ShownFigure): Meter {
  const [first, ...others] = dimensions.map((values) => ({
    ...seriesNamed(scope, metric, values),
    namespace: daxNamespace,
  }))
  const meter = minute.meter(first!, unit)
  for (const id of others) if (minute.find(id) === undefined) minute.show(id, unit, meter)
  return meter
}

function durationsOf(counters: DaxCounters): readonly (readonly [string, Meter])[] {
  return acceleratedOperations.flatMap((operation) => {
    const taken = counters.takeDurations(operation)
    return taken === undefined ? [] : [[operation, taken] as const]
  })
}
