/** boto3: runs its scripts and counts their checks. */
import { fileURLToPath } from 'node:url'
import { clientEnvironment, type ClientTarget } from './client-environment.js'
import { runClientProgram } from './program-report.js'
import type { Tally } from './tally.js'

/** Python is not built: the scripts are beside the sources, seen from `dist/test/clients/`. */
const scripts = [
  'core',
  'data_plane',
  'partiql',
  'streams',
  'ttl',
  'throttling',
  'kinesis',
  'services',
  'cloudwatch',
  'autoscaling',
  'dax',
  'alarms',
  'insights',
  'backups',
  's3',
  'exports',
  'global_tables',
].map((name) => fileURLToPath(new URL(`../../../test/clients/boto3_${name}.py`, import.meta.url)))

export async function testBoto3(python: string, target: ClientTarget, tally: Tally): Promise<void> {
  // Without bytecode caches: they would be written into the source folder.
  const env = { ...(await clientEnvironment(target)), PYTHONDONTWRITEBYTECODE: '1' }
  for (const script of scripts) {
    await runClientProgram(
      { name: 'boto3', command: python, args: [script, target.url], env },
      tally,
    )
  }
}
