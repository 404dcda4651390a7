/**
 * Runs the built tests: all of them, or those whose path contains one of the arguments.
 *
 * A built test whose source is gone does not run, so renaming a test cannot leave a ghost behind.
 * Each file is a process of its own. What failed or was skipped is told; the rest is counted.
 */
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { TestReport } from './run-tests/test-report.js'

/** Seen from `dist/scripts/`. */
const root = fileURLToPath(new URL('../../', import.meta.url))
/** A test that hangs is a failure, not a stalled build. */
const fileDurationMsMax = 10 * 60 * 1000

await main(process.argv.slice(2))

async function main(parts: readonly string[]): Promise<void> {
  const tests = builtTests().filter((path) => isWanted(path, parts))
  if (tests.length === 0) {
    console.error(`No test has ${parts.map((part) => `'${part}'`).join(' or ')} in its path.`)
    process.exitCode = 1
    return
  }
  const passed = await runTests(tests.map((path) => `${root}dist/${path}`))
  if (!passed) process.exitCode = 1
}

async function runTests(files: readonly string[]): Promise<boolean> {
  // For the processes of the tests: stacks should name the sources.
  process.env['NODE_OPTIONS'] ??= '--enable-source-maps'
  const report = new TestReport(root)
  const options = { concurrency: availableParallelism(), timeout: fileDurationMsMax }
  const events: AsyncIterable<TestEvent> = run({ files, ...options })
  for await (const event of events) report.add(event)
  return report.close()
}

/** Paths below `dist/`. Those of test/ come first: they are the slow ones, and fill both cores best. */
function builtTests(): readonly string[] {
  return ['test', 'src', 'scripts', 'bench'].flatMap((folder) =>
    existsSync(`${root}dist/${folder}`) ? testsIn(folder) : [],
  )
}

function testsIn(folder: string): readonly string[] {
  return readdirSync(`${root}dist/${folder}`, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.test.js') && existsSync(sourceOf(path)))
    .toSorted()
}

function sourceOf(path: string): string {
  return `${root}${path.replace(/\.js$/, '.ts')}`
}

function isWanted(path: string, parts: readonly string[]): boolean {
  return parts.length === 0 || parts.some((part) => path.includes(part))
}
