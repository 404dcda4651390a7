/**
 * Runs a suite repeatedly, some of the runs with every core kept busy, and prints how long each
 * took and everything that failed.
 *
 * `npm run test:repeat -- --runs 5 --loaded 2`; `--suite rest` or `all` for other tests, and parts of
 * paths for a few of them. The last runs are the loaded ones.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

interface Run {
  readonly loaded: boolean
  readonly passed: boolean
  readonly seconds: number
  readonly counts: string
  readonly failures: readonly string[]
}

/** Seen from `dist/scripts/`. */
const runner = fileURLToPath(new URL('run-tests.js', import.meta.url))

const { values, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    loaded: { type: 'string', default: '2' },
    suite: { type: 'string', default: 'test' },
  },
})

await main(Number(values.runs), Number(values.loaded))

async function main(count: number, loadedCount: number): Promise<void> {
  const runs: Run[] = []
  for (let n = 0; n < count; n++) {
    const run = await runOnce(n >= count - loadedCount)
    runs.push(run)
    console.log(lineOf(run, n))
    for (const failure of run.failures) console.log(`         ${failure}`)
  }
  report(runs)
  if (runs.some(({ passed }) => !passed)) process.exitCode = 1
}

async function runOnce(loaded: boolean): Promise<Run> {
  const spinners = loaded ? startSpinners() : []
  const start = performance.now()
  try {
    const { code, output } = await outcomeOf([runner, '--suite', values.suite, ...parts])
    const seconds = (performance.now() - start) / 1000
    const failures = failuresIn(output)
    // A failure without a failed test is printed in full.
    if (code !== 0 && failures.length === 0) console.log(output)
    return { loaded, passed: code === 0, seconds, counts: countsIn(output), failures }
  } finally {
    for (const spinner of spinners) spinner.kill('SIGKILL')
  }
}

/** One for each core, at the same priority as the tests. They end with this process. */
function startSpinners(): readonly ChildProcess[] {
  const spin = `process.on('disconnect', () => process.exit())
    const turn = () => { for (let n = 0; n < 1e7; n++); setImmediate(turn) }
    turn()`
  return Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', spin], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  )
}

function outcomeOf(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** The first line of each failed test or check. */
function failuresIn(output: string): readonly string[] {
  return output.split('\n').filter((line) => /^(✖|FAILED (eslint|prettier|generated))/.test(line))
}

function countsIn(output: string): string {
  const count = (name: string): string =>
    new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? '?'
  return `${count('tests')} tests, ${count('fail')} failed, ${count('skipped')} skipped`
}

function lineOf({ loaded, passed, seconds, counts }: Run, n: number): string {
  const mark = passed ? 'ok    ' : 'FAILED'
  return `${mark} run ${n + 1}${loaded ? ', loaded' : ''}: ${seconds.toFixed(0)} s, ${counts}`
}

function report(runs: readonly Run[]): void {
  const times = new Map<string, number>()
  for (const failure of runs.flatMap(({ failures }) => failures)) {
    times.set(failure, (times.get(failure) ?? 0) + 1)
  }
  console.log(`\n| run | cores kept busy | seconds | outcome |\n| --- | --- | --- | --- |`)
  runs.forEach(({ loaded, passed, seconds, counts }, n) => {
    const outcome = passed ? counts : `FAILED: ${counts}`
    console.log(`| ${n + 1} | ${loaded ? 'yes' : 'no'} | ${seconds.toFixed(0)} | ${outcome} |`)
  })
  console.log(times.size === 0 ? '\nNothing failed.' : '\nWhat failed, and how often:')
  for (const [failure, count] of times) console.log(`${count} × ${failure}`)
}
