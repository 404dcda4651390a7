/**
 * What happened in one test file on one engine: counts, each failure in full, every skipped test by
 * name. What the tests printed is kept in case one of them fails.
 */
import type { TestRun } from './suites.js'
import type { TestEnded, WorkerMessage } from './worker-messages.js'

export const countNames = [
  'tests',
  'suites',
  'pass',
  'fail',
  'cancelled',
  'skipped',
  'todo',
] as const
export type CountName = (typeof countNames)[number]
export type Counts = Record<CountName, number>

export const noCounts: Readonly<Counts> = {
  tests: 0,
  suites: 0,
  pass: 0,
  fail: 0,
  cancelled: 0,
  skipped: 0,
  todo: 0,
}

const countOf = {
  passed: 'pass',
  failed: 'fail',
  cancelled: 'cancelled',
  skipped: 'skipped',
  todo: 'todo',
} as const

export class FileReport {
  readonly run: TestRun
  readonly counts: Counts = { ...noCounts }
  readonly failures: string[] = []
  readonly skipped: string[] = []
  readonly startedAtMs = performance.now()
  durationMs = 0
  output = ''
  /** Names of the suites around the test that started last. */
  #names: string[] = []

  constructor(run: TestRun) {
    this.run = run
  }

  get passed(): boolean {
    return this.failures.length === 0
  }

  hear(message: WorkerMessage): void {
    if (message.kind === 'output') {
      this.output += message.text
      return
    }
    const { event } = message
    switch (event.kind) {
      case 'start':
        this.#names = [...this.#names.slice(0, event.nesting), event.name]
        break
      case 'end':
        if (event.nesting === 0) this.#fileEnded(event)
        else this.#testEnded(event)
        break
      case 'diagnostic':
        this.output += `${event.message}\n`
        break
    }
  }

  /** Records that the file did not finish. */
  broke(reason: string): void {
    this.durationMs = performance.now() - this.startedAtMs
    this.counts.tests++
    this.counts.fail++
    this.failures.push(`✖ the file itself (${this.place()})\n${indent(reason)}`)
  }

  /** The file and engine as text. */
  place(line?: number): string {
    const source = this.run.path.replace(/\.js$/, '.ts')
    return `${source}${line === undefined ? '' : `:${line}`}, ${this.run.engine ?? 'no engine'}`
  }

  #fileEnded({ durationMs, outcome }: TestEnded): void {
    this.durationMs = durationMs
    if (outcome.kind !== 'failed' && outcome.kind !== 'cancelled') return
    // A failure inside has already been reported and counted.
    if (outcome.text !== '' || this.passed) this.broke(outcome.text)
  }

  #testEnded({ name, nesting, line, isSuite, outcome }: TestEnded): void {
    if (isSuite) this.counts.suites++
    else {
      this.counts.tests++
      this.counts[countOf[outcome.kind]]++
    }
    // The file itself is the outermost suite.
    const title = [...this.#names.slice(1, nesting), name].join(' › ')
    if (outcome.kind === 'skipped') {
      this.skipped.push(`skipped: ${title} (${this.place()}): ${outcome.reason}`)
    } else if ((outcome.kind === 'failed' || outcome.kind === 'cancelled') && outcome.text !== '') {
      this.failures.push(`✖ ${title} (${this.place(line)})\n${indent(outcome.text)}`)
    }
  }
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}
