/** The pools of one of several processes that divide what a single server would have. */
import type { EngineSettings } from '../driver.js'
import { writeShareMin } from './limits.js'
import { withDefaults } from './options.js'
import { readPostgresUrl } from './url.js'

export function poolShares(
  { engine, readPool, writePool }: Pick<EngineSettings, 'engine' | 'readPool' | 'writePool'>,
  processes: number,
): { readonly readPool: number; readonly writePool: number } {
  const usual = withDefaults(readPostgresUrl(engine))
  const share = (connections: number): number => Math.ceil(connections / processes)
  return {
    readPool: share(readPool ?? usual.readPool),
    writePool: Math.max(share(writePool ?? usual.writePool), writeShareMin),
  }
}
