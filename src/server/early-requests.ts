/**
 * Requests that arrive while the store is being opened. An embedded store opens in milliseconds, so they
 * wait; an unreachable database may stay so, so they only wait a moment and are then refused with an
 * error that clients retry. Requests that are not calls (health, a preflight) are answered at once.
 */
import { serviceUnavailable } from '../model/errors.js'
import type { Dispatcher } from '../operations/dispatcher.js'
import { allOperations } from '../operations/registry.js'
import type { Handle } from '../wire/http/message.js'

/** Answers every operation with an error that clients retry. */
export const closedDispatcher: Dispatcher = {
  operations: allOperations,
  isPermitted: async () => false,
  dispatch: async () => {
    throw serviceUnavailable()
  },
}

export function earlyRequests(refuse: Handle, opened: Promise<Handle>, waitMsMax: number): Handle {
  return async (request) => {
    if (request.method !== 'POST') return refuse(request)
    const handle = await Promise.race([opened, elapsed(waitMsMax)])
    return (handle ?? refuse)(request)
  }
}

function elapsed(durationMs: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), durationMs).unref()
  })
}
