/** Links between regions are paused, delayed and resumed, as an operator does. */
import { walkGlobalTables } from '../../../src/replication/global-table.js'
import { changeControl } from '../../../src/replication/replication-control.js'
import type { Engine } from '../../../src/storage/engine.js'
import { unfenced, writeFenced } from '../../../src/storage/fence.js'
import { below, oneOf } from '../../support/chance.js'
import { regions } from './regions.js'
import type { World } from './world.js'

interface Link {
  readonly fromRegion: string
  readonly toRegion: string
  readonly isPaused: boolean
  readonly delayMs?: number
}

export async function controlSomeLink({ chance, engine }: World): Promise<void> {
  const fromRegion = oneOf(chance, regions)
  const toRegion = oneOf(
    chance,
    regions.filter((region) => region !== fromRegion),
  )
  const change = oneOf(chance, [
    { isPaused: true },
    { isPaused: false },
    { isPaused: false, delayMs: below(chance, 2_000) },
  ])
  await setLink(engine, { fromRegion, toRegion, ...change })
}

export async function releaseLinks(engine: Engine): Promise<void> {
  for (const fromRegion of regions) {
    for (const toRegion of regions) {
      await setLink(engine, { fromRegion, toRegion, isPaused: false })
    }
  }
}

async function setLink(engine: Engine, link: Link): Promise<void> {
  for await (const { id: groupId } of walkGlobalTables(engine)) {
    await writeFenced(engine, unfenced, [changeControl({ groupId, ...link })])
  }
}
