/**
 * Keeps the keys of a running server up to date: a key file that has changed is read again, and data keys
 * are then wrapped by its first key, so that an older one can go without a restart. A key that went too soon
 * takes the tables with it that it still wraps, until it is back.
 */
import type { LocalKey } from '../keys/local-keys.js'
import type { Log } from '../stdx/log.js'
import type { Engine } from '../storage/engine.js'
import { rewrapAll } from '../storage/sealed/rewrap.js'
import { keyWatchMs } from './limits.js'
import { readGivenKeys, type KeySettings } from './open-keys.js'
import type { Encryption } from './open-store.js'

export interface KeyWatchDependencies {
  readonly engine: Engine
  readonly encryption: Encryption
  readonly settings: KeySettings
  readonly log: Log
}

export class KeyWatch {
  readonly #own: KeyWatchDependencies
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  constructor(dependencies: KeyWatchDependencies) {
    this.#own = dependencies
  }

  /** Data keys that an earlier first key has wrapped are wrapped anew with every start. */
  start(): void {
    this.#looking = this.#rewrap()
    this.#timer = setInterval(() => void this.look(), keyWatchMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  /** Looks once. Only one look is under way. */
  async look(): Promise<void> {
    const before = this.#looking
    const looking = (async () => {
      await before
      await this.#look()
    })()
    this.#looking = looking
    await looking
  }

  async #look(): Promise<void> {
    const { encryption, settings, log } = this.#own
    const { local } = encryption.masterKeys
    let keys: readonly LocalKey[]
    try {
      keys = readGivenKeys(settings)
    } catch (error) {
      // Somebody may be writing it. What was read before still holds.
      log.warn('the master keys cannot be read again', { error })
      return
    }
    if (keys.map(({ id }) => id).join() !== local.ids.join()) {
      local.replaceBy(keys)
      log.info('the master keys have changed', { masterKeys: local.ids })
      await this.#rewrap()
    }
    await encryption.dataKeys.check().catch((error: unknown) => {
      log.warn('the keys of tables could not be checked', { error })
    })
  }

  async #rewrap(): Promise<void> {
    const { engine, encryption, log } = this.#own
    try {
      const { rewrapped, faults } = await rewrapAll(engine, encryption.masterKeys)
      if (rewrapped > 0) log.info('data keys were wrapped by another master key', { rewrapped })
      for (const { owner, error } of faults)
        log.warn('a data key cannot be opened', { owner, error })
    } catch (error) {
      log.warn('data keys could not be wrapped anew', { error })
    }
  }
}
