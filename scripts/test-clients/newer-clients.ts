/**
 * The AWS CLI and boto3 of late 2026, from PyPI. Those of a distribution are older and leave out, without a
 * word, what they do not know, such as vector indexes. Version 1 of the CLI, the only one on PyPI, has an
 * older description of the service, so it is given that of boto3.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { VectorClients } from '../../test/clients/vector-clients.js'
import { installFromPypi } from './python-environment.js'

const requirements = ['awscli==1.46.2', 'boto3==1.44.0']
const printModels =
  'import botocore, os; print(os.path.join(os.path.dirname(botocore.__file__), "data"))'

/** Either the clients, or one line that says why there are none. */
export function installNewerClients(
  python: string,
  folder: string,
): VectorClients | { readonly fault: string } {
  const installed = installFromPypi(python, join(folder, 'newer-clients'), requirements)
  if (installed.fault !== undefined) return { fault: installed.fault }
  const { stdout } = spawnSync(installed.python, ['-c', printModels], { encoding: 'utf8' })
  return {
    aws: join(installed.programs, 'aws'),
    python: installed.python,
    models: stdout.trim(),
  }
}
