/**
 * Runs the built tests: those of a suite (`--suite test`), or all; of these, the ones whose path
 * contains one of the arguments; on every engine, or on those named by `--engine`.
 *
 * `--every-file` prints a line for each file, as arguments do too. `--lanes` sets how many run at
 * once.
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { engineNames, requireEngineName } from '../test/support/engine-names.js'
import { checksOf } from './run-tests/checks.js'
import { runTasks, type Task } from './run-tests/pool.js'
import { slowestFirst } from './run-tests/slow-files.js'
import {
  leftOut,
  runsOf,
  suiteNames,
  suites,
  type Suite,
  type TestRun,
} from './run-tests/suites.js'
import { builtTests } from './run-tests/test-files.js'
import { TestReport } from './run-tests/test-report.js'

/** Seen from `dist/scripts/`. */
const root = fileURLToPath(new URL('../../', import.meta.url))

interface Options {
  readonly suite: Suite
  readonly engines: readonly string[]
  /** Parts of paths; empty means all. */
  readonly parts: readonly string[]
  readonly everyFile: boolean
  readonly lanes: number
}

// Servers that tests start are one process, on however many cores; those that are about workers say so.
process.env['GRAMME_WORKERS'] ??= '1'
const options = readOptions()
const wanted = wantedRuns(options)
if (wanted.length === 0) {
  console.error(`No test has ${options.parts.map((part) => `'${part}'`).join(' or ')} in its path.`)
  process.exitCode = 1
} else if (!(await runAll(wanted, options))) process.exitCode = 1

function readOptions(): Options {
  const { values, positionals: parts } = parseArgs({
    allowPositionals: true,
    options: {
      suite: { type: 'string' },
      engine: { type: 'string', multiple: true, default: defaultEngines() },
      'every-file': { type: 'boolean', default: false },
      // One more than the number of cores, because some tests mostly wait.
      lanes: { type: 'string', default: String(availableParallelism() + 1) },
    },
  })
  return {
    suite: values.suite === undefined ? { ...suites.all, checks: [] } : requireSuite(values.suite),
    engines: values.engine,
    parts,
    everyFile: values['every-file'] || parts.length > 0,
    lanes: Number(values.lanes),
  }
}

function requireSuite(name: string): Suite {
  const found = suiteNames.find((one) => one === name)
  if (found === undefined)
    throw new Error(`There is no suite '${name}', only ${suiteNames.join(', ')}.`)
  return suites[found]
}

/** An external server has its own engine: one run is enough. */
function defaultEngines(): string[] {
  const endpoint = process.env['GRAMME_ENDPOINT'] ?? ''
  if (endpoint === '') return [...engineNames]
  console.log(`Tests over the wire use ${endpoint}, whatever engine is printed with them.`)
  return [engineNames[0]]
}

function wantedRuns({ suite, engines, parts }: Options): readonly TestRun[] {
  const files = builtTests(root).filter(({ path }) => isWanted(path, parts))
  const runs = runsOf(files, engines.map(requireEngineName))
  const left = leftOut(suite, runs)
  if (left !== undefined) console.log(left)
  return slowestFirst(runs.filter((run) => suite.has(run)))
}

async function runAll(runs: readonly TestRun[], options: Options): Promise<boolean> {
  const { suite, lanes, everyFile } = options
  const report = new TestReport(runs, everyFile)
  // If a few tests are named, only those are run.
  const checks = options.parts.length === 0 ? checksOf(root, suite.checks) : []
  const tasks: readonly Task[] = [
    ...checks.map((check) => ({ kind: 'check', check }) as const),
    ...runs.map((run) => ({ kind: 'file', run }) as const),
  ]
  await runTasks(tasks, { root, lanes, env: environmentOf(suite), report })
  return report.close()
}

function environmentOf(suite: Suite): Readonly<Record<string, string>> {
  const unset = Object.entries(suite.env).filter(([name]) => process.env[name] === undefined)
  return Object.fromEntries(unset)
}

function isWanted(path: string, parts: readonly string[]): boolean {
  return parts.length === 0 || parts.some((part) => path.includes(part))
}
