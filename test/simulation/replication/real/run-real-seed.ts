/** One run by seed on real servers. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chanceOf, type Chance } from '../../../support/chance.js'
import type { faults } from '../faults.js'
import { runPlan } from '../plan.js'
import { realLayouts, type LayoutName, type MakeLayout, type RealLayout } from './real-layouts.js'
import { RealWorld } from './real-world.js'

export interface RealRunOptions {
  readonly seed: number
  readonly layout: LayoutName
  /** How many things happen. */
  readonly events?: number
  /** What is wrong on purpose. */
  readonly fault?: keyof typeof faults
}

export const realEventsDefault = 150
const expireWithinSeconds = 4

/** Throws what is wrong in the end. */
export async function runRealSeed(options: RealRunOptions): Promise<void> {
  const { seed, layout: name, fault } = options
  const chance = chanceOf(seed)
  const folder = await mkdtemp(join(tmpdir(), 'gramme-replication-'))
  try {
    const make: MakeLayout = realLayouts[name]
    const layout = await make({ chance, folder, fault })
    try {
      await run(chance, layout, options)
    } finally {
      const servers = layout.deployments.flatMap((each) => each.servers)
      await Promise.all(servers.map((server) => server.kill()))
      await layout.remove?.()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function run(
  chance: Chance,
  layout: RealLayout,
  { events = realEventsDefault, fault }: RealRunOptions,
): Promise<void> {
  const { deployments } = layout
  for (const deployment of deployments) await deployment.start()
  await layout.link?.()
  // Without versions, regions leave it to each other to let items expire.
  const expiry = fault === undefined ? { expireWithinSeconds } : {}
  await runPlan(new RealWorld({ chance, deployments, ...expiry }), events)
  for (const deployment of deployments) {
    await deployment.stop()
    await deployment.verify()
  }
}
