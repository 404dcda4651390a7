/** The thread that sends answers. It lives until it is terminated. */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { SendingRing } from './sending-ring.js'

/** Whatever the system refuses, the server tries again, so it is the one that hears why. */
function accept(descriptor: number, bytes: Buffer, length: number): number {
  try {
    return writeSync(descriptor, bytes, 0, length)
  } catch {
    return 0
  }
}

new SendingRing(workerData as SharedArrayBuffer).serve(accept)
