/**
 * The accounts of a store, for a command that changes them without a server. Servers that share the store
 * notice at once; a data folder cannot be opened while a server uses it.
 */
import { AccessKeys } from '../iam/access-keys.js'
import { IamStore } from '../iam/iam-store.js'
import type { IamOffice } from '../iam/office.js'
import { LeaseWatch } from '../jobs/lease-watch.js'
import { admit } from '../jobs/maintenance.js'
import { monotonicClock, systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { AccessStamp } from '../storage/access-stamp.js'
import { ensureSecret } from '../storage/store-secret.js'
import { cannotOpen } from './cannot-start.js'
import type { GrammeOptions } from './gramme-options.js'
import { openStore, requireFolder } from './open-store.js'
import { readOptions } from './options.js'

export async function withAccounts<T>(
  options: GrammeOptions,
  use: (office: IamOffice) => Promise<T>,
): Promise<T> {
  const settings = readOptions(options)
  requireFolder(settings)
  const { engine } = await openStore(settings).catch((error: unknown) => {
    throw cannotOpen(error)
  })
  try {
    await admit(engine, new LeaseWatch(monotonicClock))
    const secret = await ensureSecret(engine, systemRandom)
    const clock = systemClock
    return await use({
      iam: new IamStore(engine, new AccessStamp(engine, systemRandom)),
      clock,
      random: systemRandom,
      accessKeys: new AccessKeys(secret, systemRandom, clock),
    })
  } finally {
    await engine.close()
  }
}
