/** What is known of this process, under the names that Node's and other programs' metrics usually have. */
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks'
import type { Gauge } from '../metrics/metric-sink.js'
import { requireDriver } from '../storage/drivers.js'
import type { Door } from '../wire/door.js'
import type { InFlight } from '../wire/flight/in-flight.js'
import { eventLoopSampleMs } from './limits.js'
import { readVersion } from './version.js'

export interface ProcessFactsParts {
  readonly flight: InFlight
  readonly doors: () => readonly Door[]
  /** As the option names it. */
  readonly engine: string
  /** What else there is to know of this process. */
  readonly others: () => readonly Gauge[]
}

/** Delays of the event loop are measured from the first look on, and shown from one look to the next. */
export class ProcessFacts {
  readonly #parts: ProcessFactsParts
  readonly #version = readVersion()
  #delays: IntervalHistogram | undefined

  constructor(parts: ProcessFactsParts) {
    this.#parts = parts
  }

  read(): readonly Gauge[] {
    const { flight, doors, engine, others } = this.#parts
    const connections = doors().reduce((sum, door) => sum + door.connections, 0)
    return [
      {
        name: 'gramme_build_info',
        type: 'gauge',
        help: 'The version of the server, of Node and the engine.',
        labels: {
          version: this.#version,
          node: process.versions.node,
          engine: requireDriver(engine).name,
        },
        value: 1,
      },
      gauge('gramme_open_connections', 'Connections that are open.', connections),
      gauge('gramme_bytes_in_flight', 'Memory that requests under way take.', flight.bytes),
      gauge('gramme_bytes_in_flight_max', 'Memory that they may take together.', flight.bytesMax),
      gauge('gramme_requests_waiting', 'Requests that wait for memory.', flight.waiting),
      ...others(),
      ...processGauges(),
      ...this.#eventLoop(),
    ]
  }

  close(): void {
    this.#delays?.disable()
    this.#delays = undefined
  }

  #eventLoop(): readonly Gauge[] {
    const delays = this.#delays
    if (delays === undefined) {
      this.#delays = monitorEventLoopDelay({ resolution: eventLoopSampleMs })
      this.#delays.enable()
      return []
    }
    // Without a sample there is no mean.
    if (delays.count === 0) return []
    // What is measured includes the time between two samples.
    const seconds = (nanoseconds: number) =>
      Math.max(0, nanoseconds / 1e9 - eventLoopSampleMs / 1e3)
    const gauges = [
      gauge('nodejs_eventloop_lag_mean_seconds', lagHelp, seconds(delays.mean)),
      gauge('nodejs_eventloop_lag_p99_seconds', lagHelp, seconds(delays.percentile(99))),
      gauge('nodejs_eventloop_lag_max_seconds', lagHelp, seconds(delays.max)),
    ]
    delays.reset()
    return gauges
  }
}

const lagHelp = 'How late the event loop was since the last scrape.'

export function processGauges(): readonly Gauge[] {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const startedAt = (performance.timeOrigin / 1e3).toFixed(3)
  return [
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Processor time that the process has used.',
      value: (user + system) / 1e6,
    },
    gauge('process_start_time_seconds', 'When the process was started.', Number(startedAt)),
    gauge('process_resident_memory_bytes', 'Memory that the process takes.', rss),
    gauge('nodejs_heap_size_used_bytes', 'Heap that is used.', heapUsed),
    gauge('nodejs_heap_size_total_bytes', 'Heap that is reserved.', heapTotal),
    gauge('nodejs_external_memory_bytes', 'Memory of buffers outside the heap.', external),
  ]
}

function gauge(name: string, help: string, value: number): Gauge {
  return { name, type: 'gauge', help, value }
}
