/**
 * Runs a program that reports each of its checks in one line of JSON, and counts them: the name of
 * the check, and what went wrong or null.
 */
import { execFile } from 'node:child_process'
import type { Tally } from './tally.js'

export interface ClientProgram {
  /** What its checks are counted under. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
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

function run({ command, args, env }: ClientProgram): Promise<ProgramRun> {
  const options = { env, timeout: programDurationMsMax, maxBuffer: 64 * 1024 * 1024 }
  return new Promise((resolve) => {
    execFile(command, [...args], options, (error, stdout, stderr) => {
      const failure = error === null ? undefined : `${error.message}\n${stderr.slice(-20_000)}`
      resolve({ output: stdout, failure })
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
