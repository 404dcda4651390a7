/**
 * What a reviewer would check without running anything: lint, layout, fresh generated files. Types
 * were checked by the build that made this file. One line per check; its output only when it fails.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

interface Check {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

interface Outcome {
  readonly passed: boolean
  readonly seconds: string
  readonly output: string
}

/** Seen from `dist/scripts/`. */
const root = fileURLToPath(new URL('../../', import.meta.url))
const bin = `${root}node_modules/.bin/`

const checks: readonly Check[] = [
  { name: 'eslint', command: `${bin}eslint`, args: ['--max-warnings', '0', '.'] },
  { name: 'prettier', command: `${bin}prettier`, args: ['--check', '--log-level', 'warn', '.'] },
  {
    name: 'generated files',
    command: process.execPath,
    args: [`${root}dist/scripts/generate.js`, '--check'],
  },
]

const outcomes = await Promise.all(checks.map(report))
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1

async function report(check: Check): Promise<Outcome> {
  const outcome = await run(check)
  console.log(`${outcome.passed ? 'ok    ' : 'FAILED'} ${check.name} (${outcome.seconds} s)`)
  if (!outcome.passed) console.log(outcome.output)
  return outcome
}

function run({ command, args }: Check): Promise<Outcome> {
  const start = performance.now()
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    const finish = (passed: boolean, output: string): void => {
      resolve({ passed, seconds: ((performance.now() - start) / 1000).toFixed(1), output })
    }
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => finish(false, error.message))
    child.on('close', (code) =>
      finish(code === 0, Buffer.concat(chunks).toString('utf8').trimEnd()),
    )
  })
}
