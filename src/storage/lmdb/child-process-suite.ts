/** Runs small programs in separate processes, for tests that need a second process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ProgramOutcome {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** No program takes this long, whatever else the machine has to do. */
const programMsMax = 120_000

/**
 * Starts a program that has `openLmdbEngine` and `dataDir` in scope; `wrapper` is a command to run
 * it under.
 */
export function startProgram(dataDir: string, program: string, wrapper: string[] = []) {
  const source = `
    import { openLmdbEngine } from ${JSON.stringify(import.meta.resolve('./lmdb-engine.js'))}
    const dataDir = ${JSON.stringify(dataDir)}
    ${program}`
  const node = [process.execPath, '--input-type=module', '--eval', source]
  const [command, ...parameters] = [...wrapper, ...node]
  const child = spawn(command!, parameters, { stdio: ['ignore', 'pipe', 'pipe'] })
  // One that hangs fails its test, with what it has said so far.
  const timer = setTimeout(() => child.kill('SIGKILL'), programMsMax)
  child.on('close', () => clearTimeout(timer))
  return child
}

export function runProgram(
  dataDir: string,
  program: string,
  wrapper?: string[],
): Promise<ProgramOutcome> {
  return programOutcome(startProgram(dataDir, program, wrapper))
}

export function programOutcome(child: ChildProcess): Promise<ProgramOutcome> {
  let [output, errors] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output, errors }))
  })
}

/** Resolves with what the program has printed once that contains this text. */
export function printed(child: ChildProcess, text: string): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes(text)) resolve(output)
    })
    child.on('close', () => reject(new Error(`it ended without printing ${text}: ${output}`)))
  })
}

export async function withFolder(test: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gramme.test-'))
  try {
    await test(dataDir)
  } finally {
    await rm(dataDir, { recursive: true })
  }
}
