/**
 * Prints a test run: failures in full and skipped tests by name as they happen, a line for each
 * engine when it is done, the slowest files, and at the end how many tests ran on each engine and
 * the counts in the form of node's TAP reporter, which CI reads.
 */
import { countNames, noCounts, type Counts, type FileReport } from './file-report.js'
import type { TestRun } from './suites.js'

const slowestCount = 10
const noEngine = 'no engine'

interface EngineTally {
  readonly files: number
  done: number
  tests: number
  failed: boolean
  workMs: number
}

export class TestReport {
  readonly #startedAtMs = performance.now()
  readonly #counts: Counts = { ...noCounts }
  readonly #engines = new Map<string, EngineTally>()
  readonly #everyFile: boolean
  readonly #files: FileReport[] = []
  #failed = false

  /** `everyFile` prints a line for each file. */
  constructor(runs: readonly TestRun[], everyFile: boolean) {
    this.#everyFile = everyFile
    for (const { engine = noEngine } of runs) {
      const files = (this.#engines.get(engine)?.files ?? 0) + 1
      this.#engines.set(engine, { files, done: 0, tests: 0, failed: false, workMs: 0 })
    }
  }

  check(name: string, durationMs: number, outcome: { passed: boolean; output: string }): void {
    console.log(`${mark(outcome.passed)} ${name} (${seconds(durationMs)})`)
    if (outcome.passed) return
    console.log(outcome.output)
    this.#failed = true
  }

  file(file: FileReport): void {
    this.#files.push(file)
    for (const name of countNames) this.#counts[name] += file.counts[name]
    if (!file.passed) {
      this.#failed = true
      console.log(`\n${file.failures.join('\n\n')}\n`)
      if (file.output !== '') console.log(`  It printed:\n${file.output}`)
    }
    for (const line of file.skipped) console.log(line)
    if (this.#everyFile) {
      console.log(`${mark(file.passed)} ${file.place()} (${seconds(file.durationMs)})`)
    }
    this.#countFile(file)
  }

  /** Reports an error outside of any file. */
  trouble(text: string): void {
    this.#failed = true
    this.#counts.tests++
    this.#counts.fail++
    console.log(`\n✖ ${text}\n`)
  }

  /** Prints the summary; returns whether everything passed. */
  close(): boolean {
    const slowest = this.#files.toSorted((a, b) => b.durationMs - a.durationMs)
    if (this.#files.length > slowestCount) {
      const lines = slowest
        .slice(0, slowestCount)
        .map((file) => `  ${seconds(file.durationMs).padStart(7)} ${file.place()}`)
      console.log(`The slowest files:\n${lines.join('\n')}`)
    }
    const engines = [...this.#engines].map(([engine, { tests }]) => `${engine} ${tests}`)
    console.log(`# tests by engine: ${engines.join(', ')}`)
    for (const name of countNames) console.log(`# ${name} ${this.#counts[name]}`)
    console.log(`# duration_ms ${performance.now() - this.#startedAtMs}`)
    return !this.#failed
  }

  #countFile(file: FileReport): void {
    const engine = file.run.engine ?? noEngine
    const tally = this.#engines.get(engine)
    if (tally === undefined) return
    tally.done++
    tally.tests += file.counts.tests
    tally.failed ||= !file.passed
    tally.workMs += file.durationMs
    if (tally.done < tally.files) return
    const amount = `${tally.tests} tests in ${tally.files} files`
    console.log(`${mark(!tally.failed)} ${engine}: ${amount} (${seconds(tally.workMs)} of work)`)
  }
}

function mark(passed: boolean): string {
  return passed ? 'ok    ' : 'FAILED'
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`
}
