/**
 * Sends a call until it is answered for good. What a service could not take is sent again after a pause, by chance
 * shorter or longer, so that many clients do not come back at once.
 *
 * A write whose fate is unknown is not sent again: under a condition it would fail because of itself.
 */
import { Fault } from './fault.js'
import { attemptsMax, firstPauseMs, pauseMsMax } from './limits.js'
import { signRequest } from './sign-request.js'
import type { Connection, Surroundings } from './connection.js'

export interface Outgoing {
  readonly signingName: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether it may be done twice. */
  readonly isRepeatable: boolean
  readonly readFault: (answer: Response, text: string) => Fault
}

export const browser: Surroundings = {
  fetch: (address, init) => fetch(address, init),
  now: () => Date.now(),
  chance: () => Math.random(),
  pause: (durationMs, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        reject(signal!.reason as Error)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, durationMs)
      signal?.addEventListener('abort', stop, { once: true })
    }),
}

/** How far the server's clock is ahead of the browser's; learned when the server complains. */
const clock = { aheadMs: 0 }

/** The text of a good answer; rejects with a `Fault`, or with the reason of the signal. */
export async function send(
  connection: Connection,
  outgoing: Outgoing,
  signal?: AbortSignal,
): Promise<string> {
  const { surroundings = browser } = connection
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendOnce(connection, outgoing, signal)
    } catch (error) {
      if (!(error instanceof Fault) || attempt === attemptsMax) throw error
      if (!isWorthAnother(error, outgoing, attempt)) throw error
      const longest = Math.min(firstPauseMs * 2 ** (attempt - 1), pauseMsMax)
      if (error.kind !== 'skewed') await surroundings.pause(longest * surroundings.chance(), signal)
    }
  }
}

function isWorthAnother(fault: Fault, { isRepeatable }: Outgoing, attempt: number): boolean {
  switch (fault.kind) {
    case 'throttled':
      return true
    // With the time that the server has told.
    case 'skewed':
      return attempt === 1
    // Refused before anything was done.
    case 'busy':
      return isRepeatable || fault.status === 503
    case 'unreachable':
      return isRepeatable
    case 'denied':
    case 'signed-out':
    case 'other':
      return false
  }
}

async function sendOnce(
  connection: Connection,
  { signingName, headers, body, readFault }: Outgoing,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { surroundings = browser, region, credentials, host = location.host } = connection
  const bytes = new TextEncoder().encode(body)
  const at = new Date(surroundings.now() + clock.aheadMs)
  const request = { host, region, signingName, headers, body: bytes }
  const init = {
    method: 'POST',
    headers: signRequest(request, credentials, at),
    body: bytes,
    signal: signal ?? null,
  }
  const { answer, text } = await answered(surroundings, init)
  if (answer.ok) return text
  const fault = readFault(answer, text)
  if (fault.kind === 'skewed') learnTime(answer, surroundings.now())
  throw fault
}

async function answered(surroundings: Surroundings, init: RequestInit) {
  try {
    const answer = await surroundings.fetch('/', init)
    return { answer, text: await answer.text() }
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    throw new Fault({ type: 'Unreachable', message: 'The server does not answer.', status: 0 })
  }
}

function learnTime(answer: Response, nowMs: number): void {
  const told = Date.parse(answer.headers.get('date') ?? '')
  if (!Number.isNaN(told)) clock.aheadMs = told - nowMs
}
