/** boto3: runs its scripts, which report each of their checks in one line, and counts them. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { clientEnvironment, type ClientTarget } from './client-environment.js'
import type { Tally } from './tally.js'

/** Python is not built: the scripts are beside the sources, seen from `dist/test/clients/`. */
const scripts = ['core', 'data_plane', 'partiql', 'streams', 'ttl', 'kinesis', 'services'].map(
  (name) => fileURLToPath(new URL(`../../../test/clients/boto3_${name}.py`, import.meta.url)),
)
const scriptDurationMsMax = 5 * 60_000

export async function testBoto3(python: string, target: ClientTarget, tally: Tally): Promise<void> {
  for (const script of scripts) tell(await runScript(python, script, target), tally)
}

function tell({ output, failure }: ScriptRun, tally: Tally): void {
  const outcomes = outcomesOf(output)
  for (const [name, fault] of outcomes) {
    if (fault === undefined) tally.pass(`boto3: ${name}`)
    else tally.fail(`boto3: ${name}`, fault)
  }
  const faults = outcomes.filter(([, fault]) => fault !== undefined).length
  // A script that died between two checks must not count as one that finished.
  if (outcomes.length === 0 || (failure !== undefined && faults === 0)) {
    tally.fail('boto3: the script itself', failure ?? 'it checked nothing')
  }
}

interface ScriptRun {
  readonly output: string
  /** Why it did not exit with 0. */
  readonly failure: string | undefined
}

async function runScript(python: string, script: string, target: ClientTarget): Promise<ScriptRun> {
  // Without bytecode caches: they would be written into the source folder.
  const env = { ...(await clientEnvironment(target)), PYTHONDONTWRITEBYTECODE: '1' }
  const options = { env, timeout: scriptDurationMsMax }
  return new Promise((resolve) => {
    execFile(python, [script, target.url], options, (error, stdout, stderr) => {
      const failure = error === null ? undefined : `${error.message}\n${stderr}`
      resolve({ output: stdout, failure })
    })
  })
}

/** Lines are JSON: the name of a check, and the error or null. */
function outcomesOf(output: string): readonly [name: string, fault: string | undefined][] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly name: string; readonly fault: string | null })
    .map(({ name, fault }) => [name, fault ?? undefined])
}
