/** What a server with a door for DAX has; nothing of it is loaded by others. */
import type { DaxPlace } from '../accelerator/dax-place.js'
import type { Engine } from '../storage/engine.js'
import type { ObservedEngine } from '../storage/observed-engine.js'
import type { AcceleratorParts, OpenedAccelerator } from './open-accelerator.js'
import type { Settings } from './options.js'

export async function daxPlaceOf(settings: Settings): Promise<DaxPlace | undefined> {
  if (!settings.dax) return undefined
  const { openDaxPlace } = await import('./open-accelerator.js')
  return openDaxPlace(settings)
}

/** An engine that tells what this process writes. */
export async function observedBy(
  { dax }: Settings,
  engine: Engine,
): Promise<ObservedEngine | undefined> {
  if (!dax) return undefined
  const { observedEngine } = await import('./open-accelerator.js')
  return observedEngine(engine)
}

export async function acceleratorOn(parts: AcceleratorParts): Promise<OpenedAccelerator> {
  const { openAccelerator } = await import('./open-accelerator.js')
  return openAccelerator(parts)
}
