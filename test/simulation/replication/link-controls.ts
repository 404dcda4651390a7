/** Which links between regions are paused, delayed and resumed. */
import { below, oneOf, type Chance } from '../../support/chance.js'
import { regions } from './regions.js'

export interface ControlledLink {
  readonly fromRegion: string
  readonly toRegion: string
  readonly isPaused: boolean
  readonly delayMs?: number
}

export function someLink(chance: Chance): ControlledLink {
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
  return { fromRegion, toRegion, ...change }
}

/** All of them, with nothing in their way. */
export const releasedLinks: readonly ControlledLink[] = regions.flatMap((fromRegion) =>
  regions
    .filter((region) => region !== fromRegion)
    .map((toRegion) => ({ fromRegion, toRegion, isPaused: false })),
)
