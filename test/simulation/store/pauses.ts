/**
 * Pauses of the product, such as those of a request whose table keeps changing, end when chance gives them a
 * turn instead of after some milliseconds: so a run neither waits nor depends on how fast the machine is.
 */
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import type { Turns } from '../replication/turns.js'

/** Until it is disposed of. */
export function pausesAreTurns(turns: Turns): Disposable {
  const real = timers.setTimeout
  put((async () => turns.wait()) as typeof real)
  return { [Symbol.dispose]: () => put(real) }
}

function put(pause: typeof timers.setTimeout): void {
  timers.setTimeout = pause
  syncBuiltinESMExports()
}
