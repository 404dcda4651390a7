/**
 * Checks that need no test run: lint, format, up-to-date generated files. The build that made this
 * file has checked the types.
 */
import { spawn } from 'node:child_process'

/** The slowest first. */
export const checkNames = ['eslint', 'prettier', 'generated files'] as const
export type CheckName = (typeof checkNames)[number]

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

export function checksOf(root: string, names: readonly CheckName[]): readonly Check[] {
  const bin = `${root}node_modules/.bin/`
  const generate = `${root}dist/scripts/generate.js`
  const commands: Readonly<Record<CheckName, Omit<Check, 'name'>>> = {
    eslint: { command: `${bin}eslint`, args: ['--max-warnings', '0', '.'] },
    prettier: { command: `${bin}prettier`, args: ['--check', '--log-level', 'warn', '.'] },
    'generated files': { command: process.execPath, args: [generate, '--check'] },
  }
  return names.map((name) => ({ name, ...commands[name] }))
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
