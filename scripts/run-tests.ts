/**
 * Runs the built tests: all of them, or those whose path contains one of the arguments; on every
 * engine, or on those named by `--engine`.
 *
 * Each file is a process of its own, once for each engine that it is about. All that need PostgreSQL
 * share one, which is started for them and gone when they are done. What failed or was skipped is
 * told; the rest is counted, for each engine.
 */
import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { engineNames, engineVariable, requireEngineName } from '../test/support/engine-names.js'
import { sharedPostgresVariable, startSharedPostgres } from '../test/support/postgres.js'
import { builtTests } from './run-tests/test-files.js'
import { passesOf, type TestPass } from './run-tests/test-passes.js'
import { TestReport } from './run-tests/test-report.js'

/** Seen from `dist/scripts/`. */
const root = fileURLToPath(new URL('../../', import.meta.url))
/** A test that hangs is a failure, not a stalled build. */
const fileDurationMsMax = 10 * 60 * 1000

await main()

async function main(): Promise<void> {
  const { values, positionals: parts } = parseArgs({
    allowPositionals: true,
    options: { engine: { type: 'string', multiple: true, default: defaultEngines() } },
  })
  const wanted = builtTests(root).filter(({ path }) => isWanted(path, parts))
  const passes = passesOf(wanted, values.engine.map(requireEngineName))
  if (passes.length === 0) {
    console.error(`No test has ${parts.map((part) => `'${part}'`).join(' or ')} in its path.`)
    process.exitCode = 1
    return
  }
  if (!(await runPasses(passes))) process.exitCode = 1
}

/** A server elsewhere has an engine of its own: to ask it once is enough. */
function defaultEngines(): string[] {
  const endpoint = process.env['GRAMME_ENDPOINT'] ?? ''
  if (endpoint === '') return [...engineNames]
  console.log(`Tests over the wire ask ${endpoint}, whatever engine is named beside them.`)
  return [engineNames[0]]
}

async function runPasses(passes: readonly TestPass[]): Promise<boolean> {
  // For the processes of the tests: stacks should name the sources.
  process.env['NODE_OPTIONS'] ??= '--enable-source-maps'
  const report = new TestReport(root)
  for (const pass of passes) {
    if (pass.engine === 'postgres') await withPostgres(() => runPass(pass, report))
    else await runPass(pass, report)
  }
  return report.close()
}

async function runPass({ engine, files }: TestPass, report: TestReport): Promise<void> {
  if (engine !== undefined) process.env[engineVariable] = engine
  report.begin(engine)
  const options = { concurrency: availableParallelism(), timeout: fileDurationMsMax }
  const paths = files.map(({ path }) => `${root}dist/${path}`)
  const events: AsyncIterable<TestEvent> = run({ files: paths, ...options })
  for await (const event of events) report.add(event)
}

/** However we end, it ends too: see `test/support/postgres/guardian.ts`. */
async function withPostgres(use: () => Promise<void>): Promise<void> {
  if (process.env[sharedPostgresVariable] !== undefined) return use()
  const shared = await startSharedPostgres()
  process.env[sharedPostgresVariable] = shared.url
  try {
    await use()
  } finally {
    delete process.env[sharedPostgresVariable]
    await shared.remove()
  }
}

function isWanted(path: string, parts: readonly string[]): boolean {
  return parts.length === 0 || parts.some((part) => path.includes(part))
}
