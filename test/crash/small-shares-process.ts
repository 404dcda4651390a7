/**
 * Loaded into a server's process before its own code (`node --import`): its search threads keep all but a few
 * vectors as bytes and signs, as they do with large indexes only. The first of them is told on stderr.
 */
import { syncBuiltinESMExports } from 'node:module'
import threads, { Worker, type WorkerOptions } from 'node:worker_threads'
import type { ShareSettings } from '../../src/vectors/index-share.js'

/** About a dozen vectors of 64 dimensions are floats: signs are of use once there are as many results as are wanted. */
const shares: ShareSettings = { floatBytes: 3500, signRows: 0 }
let isTold = false

class SmallShares extends Worker {
  constructor(program: string | URL, options?: WorkerOptions) {
    const isSearch = String(program).endsWith('search-thread.js')
    super(program, isSearch ? { ...options, workerData: shares } : options)
    if (isSearch && !isTold) process.stderr.write('searching bytes and signs\n')
    isTold ||= isSearch
  }
}

threads.Worker = SmallShares
syncBuiltinESMExports()
