/** Where the three regions are: in one store with one server or with two, or in two deployments that are linked. */
import { join } from 'node:path'
import { openLmdbEngine } from '../../../../src/storage/lmdb/lmdb-engine.js'
import { openPostgresEngine } from '../../../../src/storage/postgres/postgres-engine.js'
import { readPostgresUrl } from '../../../../src/storage/postgres/url.js'
import { openLine } from '../../../links/cut-line.js'
import type { Chance } from '../../../support/chance.js'
import { testCredentials } from '../../../support/client.js'
import { postgresDatabase } from '../../../support/postgres.js'
import { regions } from '../regions.js'
import { RealDeployment } from './real-deployment.js'
import { RealServer } from './real-server.js'

export interface LayoutParts {
  readonly chance: Chance
  /** Empty, and removed afterwards. */
  readonly folder: string
  readonly fault: string | undefined
}

export interface RealLayout {
  /** Not started yet. */
  readonly deployments: readonly RealDeployment[]
  /** Once they serve. */
  link?(): Promise<void>
  /** Once they have stopped. */
  remove?(): Promise<void>
}

export type MakeLayout = (parts: LayoutParts) => Promise<RealLayout>

export const realLayouts = {
  lmdb: async (parts) => ({ deployments: [onLmdb(parts, 'data', regions)] }),

  postgres: async (parts) => {
    const database = await postgresDatabase()
    const { url } = database
    const servers = ['one', 'other'].map((name) => serverOn(parts, url, name))
    const openEngine = () => openPostgresEngine(readPostgresUrl(url))
    const store = { store: url, isShared: true, openEngine, regions, servers }
    return { deployments: [new RealDeployment(store)], remove: () => database.remove() }
  },

  deployments: async (parts) => {
    const [first, second, third] = regions
    const isBeside = parts.chance() < 0.5
    // Lines lead to servers once these have started.
    const lines = [await openLine(0), await openLine(0)] as const
    const here = onLmdb(parts, 'here', isBeside ? [first, third] : [first], lines[0])
    const there = onLmdb(parts, 'there', isBeside ? [second] : [second, third], lines[1])
    return {
      deployments: [here, there],
      async link() {
        await linkTo(here, there)
        await linkTo(there, here)
      },
      async remove() {
        for (const line of lines) line.close()
      },
    }
  },
} satisfies Readonly<Record<string, MakeLayout>>

export type LayoutName = keyof typeof realLayouts

type OwnRegions = RealDeployment['regions']

function onLmdb(
  parts: LayoutParts,
  name: string,
  own: OwnRegions,
  line?: RealDeployment['line'],
): RealDeployment {
  const dataDir = join(parts.folder, name)
  return new RealDeployment({
    ...{ store: dataDir, isShared: false, regions: own },
    openEngine: () => openLmdbEngine({ dataDir, durability: 'relaxed' }),
    servers: [serverOn(parts, dataDir, name)],
    ...(line !== undefined && { line }),
  })
}

function serverOn({ folder, fault }: LayoutParts, store: string, name: string): RealServer {
  return new RealServer({ store, clockFile: join(folder, `${name}.clock`), fault })
}

/** Every region of the other deployment needs a link of its own. */
async function linkTo(from: RealDeployment, to: RealDeployment): Promise<void> {
  const { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey } = testCredentials
  const call = from.call(from.regions[0]!)
  for (const Region of to.regions) {
    const there = { Region, Endpoint: to.line!.url }
    await call('gramme.CreateLink', { ...there, AccessKeyId, SecretAccessKey })
  }
}
