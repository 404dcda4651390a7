/** Principals, policies and access keys in the store. Every change renews the access stamp with it. */
import type { AccessStamp } from '../storage/access-stamp.js'
import { systemSpace, type Engine, type Get, type Mutation } from '../storage/engine.js'
import { formatSteps, getFormat, ratchet } from '../storage/format.js'
import { accessKeyKey, iamEntities, iamEntityKey, keyUseKey } from '../storage/iam-keys.js'
import { jsonRecordAt } from '../storage/json-record.js'
import type { AccessKey, IamEntities, IamKind } from './entities.js'
import { iamPageEntries } from './quotas.js'

/** A page of entities in the order of names, whatever their case. */
export interface IamPage<E> {
  readonly entities: readonly E[]
  /** Undefined if there are no more. */
  readonly lastName: string | undefined
}

/** What a change reads and what it writes. */
export type IamAddress =
  | { readonly kind: IamKind; readonly account: string; readonly name: string }
  | { readonly kind: 'accessKey'; readonly id: string }

export type IamRecordOf<A extends IamAddress> = A extends { readonly kind: infer K }
  ? K extends IamKind
    ? IamEntities[K]
    : AccessKey
  : never

/** Undefined deletes; a record that is left out stays as it is. */
export interface IamWrite<A extends IamAddress = IamAddress> {
  readonly at: A
  readonly record: IamRecordOf<A> | undefined
}

const recordForm = jsonRecordAt<IamEntities[IamKind] | AccessKey>('iam', formatSteps.iam.revision)

export class IamStore {
  readonly #engine: Engine
  readonly stamp: AccessStamp

  constructor(engine: Engine, stamp: AccessStamp) {
    this.#engine = engine
    this.stamp = stamp
  }

  async find<const A extends IamAddress>(address: A): Promise<IamRecordOf<A> | undefined> {
    const [bytes] = await this.#engine.read([getOf(address)])
    return decoded<A>(bytes)
  }

  /** All in one snapshot, in the same order. */
  async findAll<const A extends IamAddress>(
    addresses: readonly A[],
  ): Promise<readonly (IamRecordOf<A> | undefined)[]> {
    const found = await this.#engine.read(addresses.map(getOf))
    return found.map((bytes) => decoded<A>(bytes))
  }

  async list<K extends IamKind>(
    kind: K,
    account: string,
    { afterName, entriesMax }: { readonly afterName?: string; readonly entriesMax: number },
  ): Promise<IamPage<IamEntities[K]>> {
    const range = iamEntities(account, kind, afterName)
    const [{ entries, more }] = await this.#engine.read([
      { kind: 'range', space: systemSpace, ...range, entriesMax },
    ])
    const entities = entries.map(({ value }) => recordForm.decode(value) as IamEntities[K])
    return { entities, lastName: more ? entities.at(-1)?.name : undefined }
  }

  /** All of one kind in the order of names, after one if it is given, read page by page. */
  async *walk<K extends IamKind>(
    kind: K,
    account: string,
    afterName?: string,
  ): AsyncGenerator<IamEntities[K]> {
    let after = afterName
    do {
      const options = {
        entriesMax: iamPageEntries,
        ...(after !== undefined && { afterName: after }),
      }
      const page = await this.list(kind, account, options)
      yield* page.entities
      after = page.lastName
    } while (after !== undefined)
  }

  /** How many of a kind an account has; no more than `max` are counted. */
  async count(kind: IamKind, account: string, max: number): Promise<number> {
    const range = iamEntities(account, kind)
    const [{ entries }] = await this.#engine.read([
      { kind: 'range', space: systemSpace, ...range, entriesMax: max },
    ])
    return entries.length
  }

  /**
   * Reads these records and decides, from them alone, what to write. `decide` may run again, and
   * refuses by throwing.
   */
  change<const A extends readonly IamAddress[], T>(
    addresses: A,
    decide: (records: { readonly [I in keyof A]: IamRecordOf<A[I]> | undefined }) => {
      readonly writes: readonly IamWrite[]
      readonly result: T
    },
  ): Promise<T> {
    const renewal = this.stamp.renewal()
    return this.stamp.changing(() =>
      this.#engine.transact({
        reads: [getFormat(), ...addresses.map(getOf)],
        decide([mark, ...found]) {
          const records = found.map((bytes) => decoded(bytes))
          const { writes, result } = decide(records as never)
          if (writes.length === 0) return { mutations: [], result }
          const raised = ratchet(mark, [formatSteps.iam])
          return { mutations: [...raised, ...writes.flatMap(mutationsOf), renewal], result }
        },
      }),
    )
  }
}

function keyOf(address: IamAddress): Buffer {
  return address.kind === 'accessKey'
    ? accessKeyKey(address.id)
    : iamEntityKey(address.account, address.kind, address.name)
}

function getOf(address: IamAddress): Get {
  return { kind: 'get', space: systemSpace, key: keyOf(address) }
}

function decoded<A extends IamAddress>(bytes: Buffer | undefined): IamRecordOf<A> | undefined {
  return bytes === undefined ? undefined : (recordForm.decode(bytes) as unknown as IamRecordOf<A>)
}

function mutationsOf({ at, record }: IamWrite): readonly Mutation[] {
  const key = keyOf(at)
  if (record !== undefined) {
    return [{ kind: 'put', space: systemSpace, key, value: recordForm.encode(record) }]
  }
  // What is known of a key goes with it, because a seed file can make one with the same id.
  const others = at.kind === 'accessKey' ? [keyUseKey(at.id)] : []
  return [key, ...others].map((each) => ({ kind: 'delete', space: systemSpace, key: each }))
}
