/** cfn-lint, which checks templates by the schemas that CloudFormation publishes: the machine's, or one from PyPI. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const requirement = 'cfn-lint==1.51.0'
const installDurationMsMax = 5 * 60_000

/** Either the program, or one line that says why there is none. */
export function findCfnLint(
  python: string,
  folder: string,
): { readonly program: string } | { readonly fault: string } {
  if (runs('cfn-lint', ['--version'])) return { program: 'cfn-lint' }
  const environment = join(folder, 'cfn-lint')
  const own = join(environment, 'bin/python')
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', requirement]
  if (runs(python, ['-m', 'venv', environment]) && runs(own, pip)) {
    return { program: join(environment, 'bin/cfn-lint') }
  }
  return { fault: `${requirement} is not installed, and could not be installed from PyPI` }
}

function runs(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: installDurationMsMax }).status === 0
}
