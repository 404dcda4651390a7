/**
 * An engine whose values are encrypted, on top of any other. Keys of entries stay as they are, and so do
 * their order, tallies and logs.
 *
 * Whether a space is sealed, and with which data key, is stored with it (`seal-records.ts`) and at hand
 * after the first use (`space-seals.ts`), so an ordinary request needs nothing more from the engine below
 * than it would without encryption. A value that does not open is handed on as one that no record can be.
 *
 * Guards compare stored bytes, and a sealed value has different bytes each time. So a guard on a sealed
 * value is read and compared here; the guards that requests carry are on records that are not sealed.
 */
import { unreachable } from '../../stdx/assert.js'
import type { Random } from '../../stdx/random.js'
import {
  systemSpace,
  type Engine,
  type Entry,
  type Get,
  type Guard,
  type LabelledSpace,
  type Range,
  type RangePage,
  type Read,
  type Replacement,
  type ResultsOf,
  type SpaceId,
  type Transaction,
} from '../engine.js'
import { GuardBroken } from '../errors.js'
import { replaceByTransaction } from '../replace.js'
import type { DataKeys } from './data-keys.js'
import { KeyLedger, Unprepared, type FoundRecords, type Need } from './key-ledger.js'
import { decodeDataKey, getDataKey } from './seal-records.js'
import { SealedDecision } from './sealed-decision.js'
import { unsealed, type Sealing } from './sealing.js'
import { sealedOverheadBytesMax, sealedWeightOf } from './space-cipher.js'
import type { SpaceSeals } from './space-seals.js'
import { isSealedRecord } from './system-sealing.js'

export interface SealedParts {
  readonly engine: Engine
  readonly keys: DataKeys
  readonly seals: SpaceSeals
  readonly random: Random
}

const noGuards: readonly Guard[] = []
const noOwners: ReadonlySet<string> = new Set()

export class SealedEngine implements Engine {
  readonly #engine: Engine
  readonly #keys: DataKeys
  readonly #seals: SpaceSeals
  readonly #random: Random
  readonly keysPerRead?: number
  readonly storeTime?: () => Promise<number>
  readonly abandon?: () => void

  constructor({ engine, keys, seals, random }: SealedParts) {
    this.#engine = engine
    this.#keys = keys
    this.#seals = seals
    this.#random = random
    if (engine.keysPerRead !== undefined) this.keysPerRead = engine.keysPerRead
    if (engine.storeTime !== undefined) this.storeTime = () => engine.storeTime!()
    if (engine.abandon !== undefined) this.abandon = () => engine.abandon!()
  }

  get name(): string {
    return this.#engine.name
  }

  get shared(): boolean {
    return this.#engine.shared
  }

  async read<const R extends readonly Read[]>(
    reads: R,
    guards: readonly Guard[] = noGuards,
  ): Promise<ResultsOf<R>> {
    if (!this.#knows(reads, guards)) await this.#seals.load(spacesOf(reads, guards))
    const compared = this.#comparedGuards(guards)
    const asked = this.#asked(reads)
    if (compared === noGuards) return this.#open(reads, await this.#engine.read(asked, guards))
    const all = [...asked, ...compared.map(getOf)]
    const results = await this.#engine.read(all, without(guards, compared))
    this.#requireHeld(compared, results.slice(reads.length) as readonly (Buffer | undefined)[])
    return this.#open(reads, results.slice(0, reads.length) as unknown as ResultsOf<R>)
  }

  async transact<const R extends readonly Read[], T>(transaction: Transaction<R, T>): Promise<T> {
    const { reads, guards = noGuards } = transaction
    if (!this.#knows(reads, guards)) await this.#seals.load(spacesOf(reads, guards))
    let owners = noOwners
    const made: string[] = []
    for (;;) {
      try {
        return await this.#attempt(transaction, owners)
      } catch (error) {
        if (!(error instanceof Unprepared)) {
          for (const owner of made) this.#keys.settle(owner, false)
          throw error
        }
        const { need } = error
        if (need.kind === 'record') owners = new Set([...owners, need.owner])
        else await this.#prepare(need)
        if (need.kind === 'new key') made.push(need.owner)
      }
    }
  }

  /** What was found missing is loaded or made once; after that it is at hand. */
  async #prepare(need: Exclude<Need, { readonly kind: 'record' }>): Promise<void> {
    switch (need.kind) {
      case 'sealing':
        return this.#seals.load([need.space])
      case 'owner':
        return this.#seals.loadOwners([need.space])
      case 'opened key':
        await this.#keys.open(need.owner)
        return
      case 'new key':
        await this.#keys.prepare(need.owner, need.masterKey)
        return
      default:
        unreachable(need)
    }
  }

  async #attempt<R extends readonly Read[], T>(
    transaction: Transaction<R, T>,
    owners: ReadonlySet<string>,
  ): Promise<T> {
    const { reads, guards = noGuards } = transaction
    const compared = this.#comparedGuards(guards)
    const added = [...compared.map(getOf), ...[...owners].map(getDataKey)]
    const asked: readonly Read[] =
      added.length === 0 ? this.#asked(reads) : [...this.#asked(reads), ...added]
    let last: SealedDecision | undefined
    const result = await this.#engine.transact<readonly Read[], T>({
      ...transaction,
      guards: without(guards, compared),
      reads: asked,
      decide: (results) => {
        const own = added.length === 0 ? results : results.slice(0, reads.length)
        const others = results.slice(reads.length) as readonly (Buffer | undefined)[]
        this.#requireHeld(compared, others.slice(0, compared.length))
        const found = recordsOf(owners, others.slice(compared.length))
        const decided = transaction.decide(this.#open(reads, own as unknown as ResultsOf<R>))
        last = new SealedDecision(this.#seals, new KeyLedger(this.#keys, this.#random, found))
        return { mutations: last.seal(decided.mutations), result: decided.result }
      },
    })
    last?.commit(this.#keys)
    return result
  }

  async replace(replacement: Replacement): Promise<number | undefined> {
    const { space, key, value, guards = noGuards } = replacement
    if (!this.#knowsSpace(space) || !this.#knows([], guards)) {
      await this.#seals.load([space, ...spacesOf([], guards)])
    }
    if (this.#comparedGuards(guards) !== noGuards) return replaceByTransaction(this, replacement)
    const sealing = this.#seals.find(space)!
    if (sealing === unsealed) return this.#engine.replace(replacement)
    const sealed = value && sealing.seal(key, value, replacement.weigh(value))
    const weigh = (stored: Uint8Array) => {
      const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
      return sealedWeightOf(bytes) ?? replacement.weigh(sealing.open(key, bytes))
    }
    return this.#engine.replace({ ...replacement, value: sealed, weigh })
  }

  spaces(): Promise<readonly LabelledSpace[]> {
    return this.#engine.spaces()
  }

  ping(): Promise<void> {
    return this.#engine.ping()
  }

  close(): Promise<void> {
    return this.#engine.close()
  }

  #knowsSpace(space: SpaceId): boolean {
    return this.#seals.find(space) !== undefined
  }

  /** Tallies and heads can be read of any space. */
  #knows(reads: readonly Read[], guards: readonly Guard[]): boolean {
    for (const { kind, space } of reads) {
      if ((kind === 'get' || kind === 'range') && !this.#knowsSpace(space)) return false
    }
    for (const { space } of guards) if (!this.#knowsSpace(space)) return false
    return true
  }

  /** The guards that are on sealed values. */
  #comparedGuards(guards: readonly Guard[]): readonly Guard[] {
    for (const guard of guards) {
      if (this.#isSealed(guard)) return guards.filter((each) => this.#isSealed(each))
    }
    return noGuards
  }

  #isSealed({ space, key }: Guard): boolean {
    if (space === systemSpace) return isSealedRecord(key)
    return this.#seals.find(space) !== unsealed
  }

  #requireHeld(guards: readonly Guard[], found: readonly (Buffer | undefined)[]): void {
    guards.forEach(({ space, key, value }, i) => {
      const stored = found[i]
      const now = stored && this.#seals.find(space)!.open(key, stored)
      const holds = value === undefined ? now === undefined : now?.equals(value)
      if (holds !== true) throw new GuardBroken('a guarded key has changed')
    })
  }

  /** Pages are cut by the size of values, so more bytes are asked for than they are sealed. */
  #asked<R extends readonly Read[]>(reads: R): R {
    const widens = reads.some((read) => read.kind === 'range' && read.bytesMax !== undefined)
    return widens ? (reads.map((read) => this.#widened(read)) as unknown as R) : reads
  }

  #widened(read: Read): Read {
    if (read.kind !== 'range' || read.bytesMax === undefined) return read
    if (this.#seals.find(read.space) === unsealed) return read
    return { ...read, bytesMax: read.bytesMax + sealedOverheadBytesMax * read.entriesMax }
  }

  #open<R extends readonly Read[]>(reads: R, results: ResultsOf<R>): ResultsOf<R> {
    return reads.map((read, i) => {
      if (read.kind === 'get') return this.#openValue(read, results[i] as Buffer | undefined)
      if (read.kind === 'range') return this.#openPage(read, results[i] as RangePage)
      return results[i]
    }) as unknown as ResultsOf<R>
  }

  #openValue({ space, key }: Get, stored: Buffer | undefined): Buffer | undefined {
    return stored && this.#seals.find(space)!.open(key, stored)
  }

  #openPage(range: Range, page: RangePage): RangePage {
    const sealing = this.#seals.find(range.space)!
    return sealing === unsealed ? page : openedPage(range, page, sealing)
  }
}

/** Ends with the entry that makes the values reach the bytes that were asked for. */
function openedPage({ bytesMax = Infinity }: Range, page: RangePage, sealing: Sealing): RangePage {
  const entries: Entry[] = []
  let bytes = 0
  for (const { key, value } of page.entries) {
    if (bytes >= bytesMax && entries.length > 0) return { entries, more: true }
    entries.push({ key, value: sealing.open(key, value) })
    bytes += value.length - sealing.overheadOf(key, value)
  }
  return { entries, more: page.more }
}

function getOf({ space, key }: Guard): Get {
  return { kind: 'get', space, key }
}

function without(guards: readonly Guard[], removed: readonly Guard[]): readonly Guard[] {
  return removed.length === 0 ? guards : guards.filter((guard) => !removed.includes(guard))
}

function spacesOf(reads: readonly Read[], guards: readonly Guard[]): readonly SpaceId[] {
  const valued = reads.filter(({ kind }) => kind === 'get' || kind === 'range')
  return [...new Set([...valued, ...guards].map(({ space }) => space))]
}

function recordsOf(
  owners: ReadonlySet<string>,
  found: readonly (Buffer | undefined)[],
): FoundRecords {
  return new Map([...owners].map((owner, i) => [owner, found[i] && decodeDataKey(found[i])]))
}
