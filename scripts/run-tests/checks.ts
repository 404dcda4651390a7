/**
 * Checks that need no test run: lint, format, up-to-date generated files. The build that made this
 * file has checked the types.
 */
import { spawn } from 'node:child_process'

export interface Check {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

export interface CheckOutcome {
  readonly passed: boolean
  /** Empty if it passed. */
  readonly output: string
}

/** The slowest first. */
export function checksOf(root: string): readonly Check[] {
  const bin = `${root}node_modules/.bin/`
  const generate = `${root}dist/scripts/generate.js`
  return [
    { name: 'eslint', command: `${bin}eslint`, args: ['--max-warnings', '0', '.'] },
    { name: 'prettier', command: `${bin}prettier`, args: ['--check', '--log-level', 'warn', '.'] },
    { name: 'generated files', command: process.execPath, args: [generate, '--check'] },
  ]
}

export function runCheck({ command, args }: Check, root: string): Promise<CheckOutcome> {
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => resolve({ passed: false, output: error.message }))
    child.on('close', (code) => {
      const output = Buffer.concat(chunks).toString('utf8').trimEnd()
      resolve({ passed: code === 0, output: code === 0 ? '' : output })
    })
  })
}
