/** The text format of Prometheus (version 0.0.4): families of samples, each with its help and type. */
import type { BucketedValues, Family, Labels, MetricSink } from '../../metrics/metric-sink.js'
import { nextTurn, Steps } from '../../stdx/turns.js'

/** About a microsecond each. */
const stepsPerFamilyLine = 50

export class TextWriter implements MetricSink {
  readonly #families = new Map<string, string[]>()

  sample(name: string, family: Family, sample: { labels?: Labels; value: number }): void {
    this.#line(name, family, { ...sample, suffix: '' })
  }

  /** Each bucket is counted with all that are below it. */
  histogram(name: string, family: Family, values: BucketedValues): void {
    const { labels, bounds, buckets, count, sum } = values
    let below = 0
    for (const [i, bound] of bounds.entries()) {
      below += buckets[i] ?? 0
      const le = String(bound)
      this.#line(name, family, { labels: { ...labels, le }, value: below, suffix: '_bucket' })
    }
    const all = { labels: { ...labels, le: '+Inf' }, value: count, suffix: '_bucket' }
    this.#line(name, family, all)
    this.#line(name, family, { labels, value: sum, suffix: '_sum' })
    this.#line(name, family, { labels, value: count, suffix: '_count' })
  }

  #line(
    name: string,
    family: Family,
    line: { labels?: Labels; value: number; suffix: string },
  ): void {
    const { labels = {}, value, suffix } = line
    let lines = this.#families.get(name)
    if (lines === undefined) {
      lines = [`# HELP ${name} ${escapedHelp(family.help)}`, `# TYPE ${name} ${family.type}`]
      this.#families.set(name, lines)
    }
    lines.push(`${name}${suffix}${labelText(labels)} ${numberText(value)}`)
  }

  /** A family's lines are together, as the format wants it. */
  async text(): Promise<string> {
    const steps = new Steps()
    const parts: string[] = []
    for (const lines of this.#families.values()) {
      parts.push(lines.join('\n'))
      if (steps.take(stepsPerFamilyLine * lines.length)) await nextTurn()
    }
    return `${parts.join('\n')}\n`
  }
}

/** AWS's dimensions may be empty, and Prometheus takes an empty label for none. */
function labelText(labels: Labels): string {
  const shown = Object.entries(labels)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}="${escapedValue(value)}"`)
  return shown.length === 0 ? '' : `{${shown.join(',')}}`
}

function escapedValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function escapedHelp(help: string): string {
  return help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}
