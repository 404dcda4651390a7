/**
 * Runs a program that reports each of its checks in one line of JSON, and counts them: the name of
 * the check, and what went wrong or null. A program can ask for a restart of its server: it then waits for a line.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Tally } from './tally.js'

export interface ClientProgram {
  /** What its checks are counted under. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Restarts the server, for a program that asks for it. */
  readonly restart?: () => Promise<void>
}

interface ProgramRun {
  readonly output: string
  /** Why it did not exit with 0. */
  readonly failure: string | undefined
}

const programDurationMsMax = 8 * 60_000

export async function runClientProgram(program: ClientProgram, tally: Tally): Promise<void> {
  const { output, failure } = await run(program)
  const outcomes = outcomesOf(output)
  for (const [name, fault] of outcomes) {
    if (fault === undefined) tally.pass(`${program.name}: ${name}`)
    else tally.fail(`${program.name}: ${name}`, fault)
  }
  const faults = outcomes.filter(([, fault]) => fault !== undefined).length
  // A program that died between two checks must not count as one that finished.
  if (outcomes.length === 0 || (failure !== undefined && faults === 0)) {
    tally.fail(`${program.name}: the program itself`, failure ?? 'it checked nothing')
  }
}

const restartLine = '{"ask": "restart"}'
const keptErrorCharacters = 20_000

function run({ command, args, env, restart }: ClientProgram): Promise<ProgramRun> {
  const child = spawn(command, [...args], { env, timeout: programDurationMsMax })
  let output = ''
  let errors = ''
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line !== restartLine) output += `${line}\n`
    else if (restart === undefined) child.kill()
    else {
      restart().then(
        () => child.stdin.write('\n'),
        () => child.kill(),
      )
    }
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-keptErrorCharacters)
  })
  return new Promise((resolve) => {
    const end = (reason: string) => resolve({ output, failure: `${reason}\n${errors}` })
    child.on('error', ({ message }) => end(message))
    child.on('close', (code, signal) => {
      if (code === 0) resolve({ output, failure: undefined })
      else end(`it ended with ${code ?? signal}`)
    })
  })
}

function outcomesOf(output: string): readonly [name: string, fault: string | undefined][] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { readonly name: string; readonly fault: string | null })
    .map(({ name, fault }) => [name, fault ?? undefined])
}
