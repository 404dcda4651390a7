/**
 * Turns the events of a test run into lines: one for each file, the whole story of each failure,
 * every skipped test by name, and at the end the counts as node's TAP reporter writes them, which is
 * what CI reads.
 */
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

type DataOf<T extends TestEvent['type']> = Extract<TestEvent, { type: T }>['data']

const count = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /

export class TestReport {
  readonly #root: string
  readonly #testsByFile = new Map<string, number>()
  readonly #counts: string[] = []
  /** Names of the suites around the test that was started last. */
  #names: string[] = []
  #failures = 0

  constructor(root: string) {
    this.#root = root
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
    for (const line of this.#counts) console.log(`# ${line}`)
    return this.#failures === 0
  }

  /** A file is reported as a test of its own name, after all that is in it. */
  #complete({ name, file = '', details }: DataOf<'test:complete'>): void {
    const source = this.#source(file)
    const tests = this.#testsByFile.get(source) ?? 0
    if (name !== file) {
      if (details.type !== 'suite') this.#testsByFile.set(source, tests + 1)
      return
    }
    const seconds = (details.duration_ms / 1000).toFixed(1)
    const mark = details.passed ? 'ok    ' : 'FAILED'
    console.log(`${mark} ${source} (${tests} tests, ${seconds} s)`)
  }

  #fail({ name, nesting, file = '', line, details, todo }: DataOf<'test:fail'>): void {
    if (todo !== undefined && todo !== false) return
    this.#failures++
    const error = details.error as Error & { readonly failureType?: string }
    // The suite around a failed test has nothing to add.
    if (error.failureType === 'subtestsFailed') return
    const place = name === file ? '' : `:${line}`
    const title = [...this.#names.slice(0, nesting), name === file ? 'the file itself' : name]
    console.log(`\n✖ ${title.join(' › ')} (${this.#source(file)}${place})`)
    console.log(indent(inspect(error.cause ?? error)) + '\n')
  }

  #pass({ name, nesting, file = '', skip }: DataOf<'test:pass'>): void {
    if (skip === undefined || skip === false) return
    const title = [...this.#names.slice(0, nesting), name].join(' › ')
    const reason = typeof skip === 'string' && skip !== '' ? skip : 'no reason given'
    console.log(`skipped: ${title} (${this.#source(file)}): ${reason}`)
  }

  #diagnostic({ nesting, message }: DataOf<'test:diagnostic'>): void {
    if (nesting === 0 && count.test(message)) this.#counts.push(message)
    else console.log(message)
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
