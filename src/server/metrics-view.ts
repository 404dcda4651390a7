/** What is shown of a server's metrics, as a page or to any other sink. Nothing of it is loaded before somebody looks. */
import type { MetricSink } from '../metrics/metric-sink.js'
import type { Log } from '../stdx/log.js'
import type { WriteMetrics } from './open-exposition.js'
import type { ProcessFacts, ProcessFactsParts } from './process-facts.js'

export interface MetricsViewParts extends ProcessFactsParts {
  readonly log: Log
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
    await write(sink, this.#facts.read())
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
    await this.show(writer, write)
    return writer.text()
  }
}
