/** cfn-lint, which checks templates by the schemas that CloudFormation publishes: the machine's, or one from PyPI. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installFromPypi } from './python-environment.js'

const requirement = 'cfn-lint==1.51.0'

/** Either the program, or one line that says why there is none. */
export function findCfnLint(
  python: string,
  folder: string,
): { readonly program: string } | { readonly fault: string } {
  if (spawnSync('cfn-lint', ['--version'], { stdio: 'ignore' }).status === 0) {
    return { program: 'cfn-lint' }
  }
  const installed = installFromPypi(python, join(folder, 'cfn-lint'), [requirement])
  if (installed.fault === undefined) return { program: join(installed.programs, 'cfn-lint') }
  return { fault: `${requirement} is not installed: ${installed.fault}` }
}
