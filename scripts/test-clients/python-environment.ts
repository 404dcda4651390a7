/** Programs in Python from PyPI, each in a virtual environment of its own. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const installDurationMsMax = 8 * 60_000

/** The folder with its programs, or one line that says why there is none. */
export type PythonEnvironment =
  | { readonly programs: string; readonly python: string; readonly fault?: undefined }
  | { readonly fault: string }

/** Fails if PyPI cannot be reached or Python has no `venv`. */
export function installFromPypi(
  python: string,
  environment: string,
  requirements: readonly string[],
): PythonEnvironment {
  const programs = join(environment, 'bin')
  const own = join(programs, 'python')
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...requirements]
  const fault = faultOf(python, ['-m', 'venv', environment]) ?? faultOf(own, pip)
  return fault === undefined ? { programs, python: own } : { fault }
}

function faultOf(program: string, args: readonly string[]): string | undefined {
  const options = { encoding: 'utf8', timeout: installDurationMsMax } as const
  const { status, stderr } = spawnSync(program, args, options)
  return status === 0 ? undefined : `python ${args.join(' ')} failed: ${lastLine(stderr)}`
}

const lastLine = (text: string | null): string => text?.trim().split('\n').at(-1) ?? ''
