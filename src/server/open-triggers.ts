/** What calls functions when items change, if the server was given a file of triggers. Loaded only then. */
import type { Catalog } from '../catalog/catalog.js'
import type { TriggerHost } from '../functions/trigger-host.js'
import { noTriggers, type TriggerReports } from '../triggers/trigger-reports.js'
import { sharedScope } from '../model/arn.js'
import { systemClock, type TimeSource } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import { unrefPause } from '../stdx/sleeper.js'
import type { Engine } from '../storage/engine.js'
import type { Streams } from '../streams/streams.js'
import type { Settings } from './options.js'

export interface TriggerParts {
  readonly engine: Engine
  readonly streams: Streams
  readonly catalog: Catalog
  readonly log: Log
}

export async function openTriggers(
  { triggers: file, sharedRegions }: Settings,
  { engine, streams, catalog, log }: TriggerParts,
  trusted: TimeSource,
): Promise<TriggerHost | undefined> {
  if (file === undefined) return undefined
  const { TriggerHost } = await import('../functions/trigger-host.js')
  const { StreamSource } = await import('../triggers/stream-source.js')
  const clock = systemClock
  const time = { clock, trusted, pause: unrefPause }
  const scope = sharedRegions ? sharedScope : undefined
  const source = new StreamSource(streams, catalog)
  return new TriggerHost({ engine, source, log, file, scope, clock, time, random: systemRandom })
}

/** What is told about them over the API, by any server that was given the file. */
export async function openTriggerReports(
  { triggers: file, sharedRegions }: Settings,
  { engine, streams, catalog }: Omit<TriggerParts, 'log'>,
): Promise<TriggerReports> {
  if (file === undefined) return noTriggers
  const { TriggerFiles } = await import('../functions/trigger-files.js')
  const { StreamSource } = await import('../triggers/stream-source.js')
  const { TriggerPositions } = await import('../triggers/trigger-positions.js')
  const readOnly = () => {
    throw new Error('positions are only read here')
  }
  return new TriggerFiles({
    file,
    scope: sharedRegions ? sharedScope : undefined,
    source: new StreamSource(streams, catalog),
    positions: new TriggerPositions(engine, readOnly),
    clock: systemClock,
  })
}
