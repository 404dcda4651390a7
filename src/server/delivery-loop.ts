/**
 * The loop that delivers changes to Kinesis, apart from the other background work because it waits for
 * somebody else. It carries the fence of the same lease, and rests while another server has that.
 */
import type { KinesisDeliveries } from '../kinesis/kinesis-deliveries.js'
import { kinesisIdleMs, kinesisStopMsMax } from '../kinesis/limits.js'
import type { Log } from '../stdx/log.js'
import type { Fence } from '../storage/fence.js'

export interface DeliveryLoopDependencies {
  readonly deliveries: KinesisDeliveries
  /** Undefined while another server does the background work. */
  readonly fence: () => Fence | undefined
  readonly log: Log
}

export class DeliveryLoop {
  readonly #dependencies: DeliveryLoopDependencies
  readonly #abort = new AbortController()
  #stopped = false
  #loop: Promise<void> | undefined
  #wake: () => void = () => undefined

  constructor(dependencies: DeliveryLoopDependencies) {
    this.#dependencies = dependencies
  }

  start(): void {
    this.#loop ??= this.#run()
  }

  /** Lets requests to Kinesis finish if they are quick about it; what was cut off is sent again later. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#wake()
    const timer = setTimeout(() => this.#abort.abort(), kinesisStopMsMax)
    await this.#loop
    clearTimeout(timer)
  }

  async #run(): Promise<void> {
    while (!this.#stopped) await this.#rest(await this.#step())
  }

  async #step(): Promise<number> {
    const { deliveries, fence, log } = this.#dependencies
    const held = fence()
    if (held === undefined) return kinesisIdleMs
    try {
      return await deliveries.step(held, this.#abort.signal)
    } catch (error) {
      log.error('delivery to Kinesis failed', { error })
      return kinesisIdleMs
    }
  }

  /** Always lets others run. A server that only rests keeps no process alive. */
  #rest(durationMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stopped) return resolve()
      const timer = setTimeout(resolve, durationMs).unref()
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
