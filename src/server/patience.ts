/**
 * Opening a store that may not be reachable yet: a server is started before its database, or both come
 * back together after a power cut. It retries with growing pauses until the store opens, turns out to be
 * unusable, or the wait is cancelled.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { storeRetryMsMax, storeRetryMsMin } from '../jobs/limits.js'
import type { Random } from '../stdx/random.js'
import { StorageError } from '../storage/errors.js'

export interface Patience {
  /** Cancels the wait. */
  readonly signal: AbortSignal
  readonly random: Random
  /** Called after every failed attempt, with the number of attempts so far. */
  readonly onFailure: (error: StorageError, attempts: number) => void
  readonly onSuccess: (attempts: number) => void
}

interface Closeable {
  close(): Promise<void>
}

/** Rejects with what `open` threw if waiting would not help, or with the signal's reason. */
export async function untilAvailable<T extends Closeable>(
  open: () => Promise<T>,
  { signal, random, onFailure, onSuccess }: Patience,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      const store = await unlessAborted(open(), signal)
      onSuccess(attempts)
      return store
    } catch (error) {
      if (!(error instanceof StorageError) || error.kind !== 'unavailable') throw error
      onFailure(error, attempts)
    }
    await pause(delayMs(attempts, random), undefined, { signal }).catch(() =>
      signal.throwIfAborted(),
    )
  }
}

/** Half of it random, so that servers that lost their database together do not retry together. */
function delayMs(attempts: number, random: Random): number {
  const fullMs = Math.min(storeRetryMsMin * 2 ** (attempts - 1), storeRetryMsMax)
  return fullMs * (0.5 + random.bytes(1)[0]! / 512)
}

/** An attempt may hang for as long as a connection takes to fail; once aborted it is not waited for. */
async function unlessAborted<T extends Closeable>(
  attempt: Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  let abort: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', abort)
  })
  try {
    signal.throwIfAborted()
    return await Promise.race([attempt, aborted])
  } catch (error) {
    if (signal.aborted) attempt.then((store) => store.close()).catch(() => undefined)
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
