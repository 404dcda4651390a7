/** The text format of Prometheus (version 0.0.4): families of samples, each with its help and type. */
import { nextTurn, Steps } from '../../stdx/turns.js'
import type { Labels } from './exposed-series.js'

export interface Family {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
}

export interface Gauge extends Family {
  readonly name: string
  readonly labels?: Labels
  readonly value: number
}

/** About a microsecond each. */
const stepsPerFamilyLine = 50

export class TextWriter {
  readonly #families = new Map<string, string[]>()

  /** `suffix` is that of a histogram's samples. */
  sample(
    name: string,
    family: Family,
    sample: { labels?: Labels; value: number; suffix?: string },
  ): void {
    const { labels = {}, value, suffix = '' } = sample
    let lines = this.#families.get(name)
    if (lines === undefined) {
      lines = [`# HELP ${name} ${escapedHelp(family.help)}`, `# TYPE ${name} ${family.type}`]
      this.#families.set(name, lines)
    }
    lines.push(`${name}${suffix}${labelText(labels)} ${numberText(value)}`)
  }

  gauge({ name, labels, value, ...family }: Gauge): void {
    this.sample(name, family, labels === undefined ? { value } : { labels, value })
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
