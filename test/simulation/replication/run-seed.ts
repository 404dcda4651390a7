/** One run by seed on simulated servers: everything happens in the order that chance decides. */
import { chanceOf } from '../../support/chance.js'
import { runPlan } from './plan.js'
import { SimulatedWorld } from './simulated-world.js'
import type { FaultIn } from './faulty-engine.js'

export interface RunOptions {
  readonly seed: number
  /** How many things happen. */
  readonly events?: number
  /** What is wrong on purpose. */
  readonly faultIn?: FaultIn
}

export const eventsDefault = 400

/** Throws what is wrong in the end. */
export async function runSeed({ seed, events = eventsDefault, faultIn }: RunOptions) {
  await runPlan(new SimulatedWorld(chanceOf(seed), faultIn?.([]) ?? {}), events)
}
