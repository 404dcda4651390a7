/**
 * When, where and for which service access keys were last used. Requests only note it in memory. The server
 * stores it in the background, that of each key once in a while, and other servers know that much.
 *
 * It has a record of its own, since that of the key belongs to the access stamp: a use changes no rights.
 */
import type { Clock } from '../stdx/clock.js'
import { systemSpace, type Engine, type Get, type Mutation } from '../storage/engine.js'
import { accessKeyKey, keyUseKey } from '../storage/iam-keys.js'
import { jsonRecordAt } from '../storage/json-record.js'
import { keyUseIntervalMs, keyUsesAtOnce, keyUsesMax } from './limits.js'

export interface KeyUse {
  readonly atMs: number
  readonly service: string
  readonly region: string
}

/** Of a credential whose signature holds. */
export interface UsedKey {
  readonly accessKeyId: string
  readonly service: string
  readonly region: string
}

interface NotedUse {
  atMs: number
  service: string
  region: string
  /** Undefined until the first time. */
  storedAtMs: number | undefined
}

const form = jsonRecordAt<KeyUse>('keyUse', 1)

export class KeyUses {
  readonly #engine: Engine
  readonly #clock: Clock
  /** By the id of the key. */
  readonly #noted = new Map<string, NotedUse>()

  constructor(engine: Engine, clock: Clock) {
    this.#engine = engine
    this.#clock = clock
  }

  /** On the path of every signed request. What finds no room is not noted. */
  note({ accessKeyId, service, region }: UsedKey): void {
    const atMs = this.#clock.now()
    const noted = this.#noted.get(accessKeyId)
    if (noted !== undefined) {
      noted.atMs = atMs
      noted.service = service
      noted.region = region
    } else if (this.#noted.size < keyUsesMax) {
      this.#noted.set(accessKeyId, { atMs, service, region, storedAtMs: undefined })
    }
  }

  /** Undefined if the key was never used, as far as this server knows. */
  async find(accessKeyId: string): Promise<KeyUse | undefined> {
    const [bytes] = await this.#engine.read([getUse(accessKeyId)])
    const stored = bytes && form.decode(bytes)
    const noted = this.#noted.get(accessKeyId)
    if (noted === undefined || (stored !== undefined && stored.atMs >= noted.atMs)) return stored
    return useIn(noted)
  }

  /** Stores what is due, and forgets keys that are no longer used. */
  async store(): Promise<void> {
    const nowMs = this.#clock.now()
    const isDue = ({ storedAtMs = -Infinity }: NotedUse) => nowMs - storedAtMs >= keyUseIntervalMs
    const due = [...this.#noted].filter(([, noted]) => isDue(noted))
    for (const [id, noted] of due) if (!isNew(noted)) this.#noted.delete(id)
    await this.#storeAll(due.filter(([, noted]) => isNew(noted)))
  }

  /** For a server that stops: everything that is not stored yet. */
  storeRest(): Promise<void> {
    return this.#storeAll([...this.#noted].filter(([, noted]) => isNew(noted)))
  }

  async #storeAll(uses: readonly (readonly [string, NotedUse])[]): Promise<void> {
    for (let i = 0; i < uses.length; i += keyUsesAtOnce) {
      await this.#storeSome(uses.slice(i, i + keyUsesAtOnce))
    }
  }

  async #storeSome(uses: readonly (readonly [string, NotedUse])[]): Promise<void> {
    const nowMs = this.#clock.now()
    const told = uses.map(([id, noted]) => [id, useIn(noted)] as const)
    await this.#engine.transact<readonly Get[], undefined>({
      reads: told.flatMap(([id]) => [getKey(id), getUse(id)]),
      decide: (found) => ({
        mutations: told.flatMap(([id, use], i) => putting(id, use, found[2 * i], found[2 * i + 1])),
        result: undefined,
      }),
    })
    for (const [, noted] of uses) noted.storedAtMs = nowMs
  }
}

function isNew({ atMs, storedAtMs }: NotedUse): boolean {
  return storedAtMs === undefined || atMs > storedAtMs
}

function useIn({ atMs, service, region }: NotedUse): KeyUse {
  return { atMs, service, region }
}

/** Nothing if the key is gone, or another server has told a later use. */
function putting(
  id: string,
  use: KeyUse,
  key: Buffer | undefined,
  stored: Buffer | undefined,
): readonly Mutation[] {
  if (key === undefined) return []
  if (stored !== undefined && form.decode(stored).atMs >= use.atMs) return []
  return [{ kind: 'put', space: systemSpace, key: keyUseKey(id), value: form.encode(use) }]
}

function getKey(id: string): Get {
  return { kind: 'get', space: systemSpace, key: accessKeyKey(id) }
}

function getUse(id: string): Get {
  return { kind: 'get', space: systemSpace, key: keyUseKey(id) }
}
