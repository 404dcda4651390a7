/** What is shown of a server's metrics, as a page or to any other sink. Nothing of it is loaded before somebody looks. */
import type { Gauge, MetricSink } from '../metrics/metric-sink.js'
import type { Log } from '../stdx/log.js'
import type { WriteMetrics } from './open-exposition.js'
import type { ProcessFacts, ProcessFactsParts } from './process-facts.js'
import type { TeamLink } from './team-link.js'

/** The same for all processes of a server. */
const buildInfoName = 'gramme_build_info'

export interface MetricsViewParts extends ProcessFactsParts {
  readonly log: Log
  /** The others, whose metrics are shown together with these. */
  readonly team?: TeamLink | undefined
}

export class MetricsView {
  readonly #parts: MetricsViewParts
  #facts: ProcessFacts | undefined
  #writing: Promise<string | undefined> | undefined

  constructor(parts: MetricsViewParts) {
    this.#parts = parts
  }

  async show(sink: MetricSink, write: WriteMetrics): Promise<void> {
    if (this.#facts === undefined) {
      const { ProcessFacts } = await import('./process-facts.js')
      this.#facts ??= new ProcessFacts(this.#parts)
    }
    await write(sink, this.#numbered(this.#facts.read()))
  }

  /** From now on the others can see what this process shows. */
  share(write: WriteMetrics): void {
    this.#parts.team?.metrics.onShow(async () => {
      const { ShownMetricsSink } = await import('./workers/shown-metrics.js')
      const sink = new ShownMetricsSink()
      await this.show(sink, write)
      return sink.all
    })
  }

  /** However many ask, it is written once. Never rejects; undefined if something went wrong. */
  text(write: WriteMetrics): Promise<string | undefined> {
    this.#writing ??= this.#write(write)
      .catch((error: unknown) => {
        this.#parts.log.error('metrics could not be shown', { error })
        return undefined
      })
      .finally(() => (this.#writing = undefined))
    return this.#writing
  }

  close(): void {
    this.#facts?.close()
  }

  async #write(write: WriteMetrics): Promise<string> {
    const { TextWriter } = await import('../operations/exposition/text-writer.js')
    const writer = new TextWriter()
    await this.#showAll(writer, write)
    return writer.text()
  }

  async #showAll(sink: MetricSink, write: WriteMetrics): Promise<void> {
    const { team } = this.#parts
    if (team === undefined) return this.show(sink, write)
    const { writeShown } = await import('./workers/shown-metrics.js')
    writeShown(sink, await team.metrics.gather())
  }

  #numbered(facts: readonly Gauge[]): readonly Gauge[] {
    const { team } = this.#parts
    if (team === undefined) return facts
    const worker = String(team.number)
    return facts.map((fact) =>
      fact.name === buildInfoName ? fact : { ...fact, labels: { ...fact.labels, worker } },
    )
  }
}
