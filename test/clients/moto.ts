/** Delivery of changes to moto's Kinesis, by a server in this process on a real disk. */
import { engineVariable } from '../support/engine-names.js'
import { lendCredentials } from '../support/kinesis.js'
import type { Tally } from './tally.js'

export async function testMoto(url: string, tally: Tally): Promise<void> {
  lendCredentials()
  process.env[engineVariable] ??= 'lmdb'
  // Not before the engine is chosen.
  const { emulatorChecks } = await import('../delivery/emulator-checks.js')
  for (const { name, run } of emulatorChecks) {
    await tally.check(`delivery to moto ${name}`, () => run(url))
  }
}
