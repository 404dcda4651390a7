/** Three regions, as the plan of a run and the check of its end see them, whatever they are made of. */
import type { Chance } from '../../support/chance.js'
import type { Json } from '../../support/client.js'
import type { HistoricWrite } from './history.js'
import type { ControlledLink } from './link-controls.js'

export interface World {
  readonly chance: Chance
  /** The marks of writes that were acknowledged. */
  readonly acknowledged: ReadonlySet<string>
  /** A request that has to succeed, with nothing in its way. */
  ask(operation: string, input: Json, region: string): Promise<Json>
  /** A client begins to write; what becomes of it depends on what else happens. */
  write(region: string): void
  /** Something is done that servers do by themselves. */
  work(): void
  pass(durationMs: number): void | Promise<void>
  /** As an operator does, or as a line that is cut. */
  control(link: ControlledLink): Promise<void>
  /** The clock of a region's server is wrong from now on, in another way. */
  skew(region: string): void
  /** A server of the region is killed, and another takes its place. */
  kill(region: string): void | Promise<void>
  /** What is under way goes on for a moment. */
  goOn(): Promise<void>
  /** Every region can be reached. */
  connect(): void | Promise<void>
  /** Waits for something while servers do their work. */
  until(holds: () => Promise<boolean>, otherwise: () => string): Promise<void>
  /** Nothing is in the way any more: what is left to do gets done. */
  settle(): Promise<void>
  /** What was written in all regions since they have versions. */
  history(): Promise<readonly HistoricWrite[]>
}
