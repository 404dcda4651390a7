/** boto3: runs `boto3_core.py`, which tells each of its checks in one line, and counts them. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { clientEnvironment, type ClientTarget } from './client-environment.js'
import type { Tally } from './tally.js'

/** Python is not built: the script is where its source is, seen from `dist/test/clients/`. */
const script = fileURLToPath(new URL('../../../test/clients/boto3_core.py', import.meta.url))
const scriptDurationMsMax = 5 * 60_000

export async function testBoto3(python: string, target: ClientTarget, tally: Tally): Promise<void> {
  const { output, failure } = await runScript(python, target)
  const before = tally.passed + tally.failed
  let faults = 0
  for (const [name, fault] of outcomesOf(output)) {
    if (fault === undefined) tally.pass(`boto3: ${name}`)
    else tally.fail(`boto3: ${name}`, fault)
    if (fault !== undefined) faults++
  }
  const silent = tally.passed + tally.failed === before
  // A script that died between two checks must not pass for one that had no more to say.
  if (silent || (failure !== undefined && faults === 0)) {
    tally.fail('boto3: the script itself', failure ?? 'it checked nothing')
  }
}

interface ScriptRun {
  readonly output: string
  /** Why it did not exit with 0. */
  readonly failure: string | undefined
}

async function runScript(python: string, target: ClientTarget): Promise<ScriptRun> {
  const options = { env: await clientEnvironment(target), timeout: scriptDurationMsMax }
  return new Promise((resolve) => {
    execFile(python, [script, target.url], options, (error, stdout, stderr) => {
      const failure = error === null ? undefined : `${error.message}\n${stderr}`
      resolve({ output: stdout, failure })
    })
  })
}

/** Lines are JSON: a check's name, and what went wrong or null. */
function outcomesOf(output: string): readonly [name: string, fault: string | undefined][] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly name: string; readonly fault: string | null })
    .map(({ name, fault }) => [name, fault ?? undefined])
}
