/**
 * Turns the events of a test run into lines: one for each file, the whole story of each failure,
 * every skipped test by name, and at the end how many tests ran on each engine, and the counts as
 * node's TAP reporter writes them, which is what CI reads.
 */
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

type DataOf<T extends TestEvent['type']> = Extract<TestEvent, { type: T }>['data']

const count = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/
/** What is counted for tests that are of no engine. */
const noEngine = 'no engine'

export class TestReport {
  readonly #root: string
  readonly #counts = new Map<string, number>()
  readonly #testsByEngine = new Map<string, number>()
  #engine = noEngine
  /** Names of the suites around the test that was started last. */
  #names: string[] = []
  #failures = 0

  constructor(root: string) {
    this.#root = root
  }

  /** What is added from here on ran on this engine. */
  begin(engine = noEngine): void {
    this.#engine = engine
  }

  add(event: TestEvent): void {
    switch (event.type) {
      case 'test:start':
        this.#names = [...this.#names.slice(0, event.data.nesting), event.data.name]
        break
      case 'test:complete':
        this.#complete(event.data)
        break
      case 'test:fail':
        this.#fail(event.data)
        break
      case 'test:pass':
        this.#pass(event.data)
        break
      case 'test:stdout':
      case 'test:stderr':
        process.stdout.write(event.data.message)
        break
      case 'test:diagnostic':
        this.#diagnostic(event.data)
        break
      default:
    }
  }

  /** Whether everything passed. */
  close(): boolean {
    const engines = [...this.#testsByEngine].map(([engine, tests]) => `${engine} ${tests}`)
    console.log(`# tests by engine: ${engines.join(', ')}`)
    for (const [name, sum] of this.#counts) console.log(`# ${name} ${sum}`)
    return this.#failures === 0
  }

  /** A file is reported as a test of its own name. */
  #complete({ name, file = '', details }: DataOf<'test:complete'>): void {
    if (name !== file) return
    const seconds = (details.duration_ms / 1000).toFixed(1)
    const mark = details.passed ? 'ok    ' : 'FAILED'
    console.log(`${mark} ${this.#source(file)} (${this.#engine}, ${seconds} s)`)
  }

  #fail({ name, nesting, file = '', line, details, todo }: DataOf<'test:fail'>): void {
    if (todo !== undefined && todo !== false) return
    this.#failures++
    const error = details.error as Error & { readonly failureType?: string }
    // The suite around a failed test has nothing to add.
    if (error.failureType === 'subtestsFailed') return
    const place = name === file ? '' : `:${line}`
    const title = [...this.#names.slice(0, nesting), name === file ? 'the file itself' : name]
    console.log(`\n✖ ${title.join(' › ')} (${this.#source(file)}${place}, ${this.#engine})`)
    console.log(indent(inspect(error.cause ?? error)) + '\n')
  }

  #pass({ name, nesting, file = '', skip }: DataOf<'test:pass'>): void {
    if (skip === undefined || skip === false) return
    const title = [...this.#names.slice(0, nesting), name].join(' › ')
    const reason = typeof skip === 'string' && skip !== '' ? skip : 'no reason given'
    console.log(`skipped: ${title} (${this.#source(file)}, ${this.#engine}): ${reason}`)
  }

  #diagnostic({ nesting, message }: DataOf<'test:diagnostic'>): void {
    const [, name, number] = (nesting === 0 && count.exec(message)) || []
    if (name === undefined) return console.log(message)
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + Number(number))
    // One line of these for each pass, and so for each engine.
    if (name === 'tests') this.#testsByEngine.set(this.#engine, Number(number))
  }

  /** Files are run as built, but with source maps their tests know the source they came from. */
  #source(file: string): string {
    const path = file.startsWith(this.#root) ? file.slice(this.#root.length) : file
    return path.replace(/^dist\/(.*)\.js$/, '$1.ts')
  }
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}
