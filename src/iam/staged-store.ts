/**
 * Changes of accounts that become true together or not at all. They are made as on any store, seen by
 * those that follow, and kept in memory until they are committed in one transaction.
 *
 * Only what is read by address is covered. Lists and counts show the store as it is.
 */
import type { AccessKey, IamEntities, IamKind } from './entities.js'
import { IamStore, type IamAddress, type IamRecordOf, type IamWrite } from './iam-store.js'

type IamRecord = IamEntities[IamKind] | AccessKey

interface SeenRecord {
  readonly at: IamAddress
  /** As it was read first. */
  readonly record: IamRecord | undefined
}

export class StagedStore extends IamStore {
  readonly #seen = new Map<string, SeenRecord>()
  readonly #staged = new Map<string, IamWrite>()

  override async find<const A extends IamAddress>(at: A): Promise<IamRecordOf<A> | undefined> {
    const [record] = await this.findAll([at])
    return record
  }

  override async findAll<const A extends IamAddress>(
    addresses: readonly A[],
  ): Promise<readonly (IamRecordOf<A> | undefined)[]> {
    const unseen = addresses.filter((at) => !this.#seen.has(keyOf(at)))
    const read = unseen.length === 0 ? [] : await super.findAll(unseen)
    for (const [i, at] of unseen.entries()) this.#seen.set(keyOf(at), { at, record: read[i] })
    return addresses.map((at) => this.#now(at))
  }

  override async change<const A extends readonly IamAddress[], T>(
    addresses: A,
    decide: (records: { readonly [I in keyof A]: IamRecordOf<A[I]> | undefined }) => {
      readonly writes: readonly IamWrite[]
      readonly result: T
    },
  ): Promise<T> {
    const records = await this.findAll(addresses)
    const { writes, result } = decide(records as never)
    // What is written has to be known as it was, to tell whether it has changed.
    await this.findAll(writes.map(({ at }) => at))
    for (const write of writes) this.#staged.set(keyOf(write.at), write)
    return result
  }

  /** False, and nothing is written, if something that was read has changed since. */
  async commit(): Promise<boolean> {
    const writes = [...this.#staged.values()].filter((write) => this.#differs(write))
    if (writes.length === 0) return true
    const seen = [...this.#seen.values()]
    return super.change(
      seen.map(({ at }) => at),
      (records) => {
        const isSame = seen.every(({ record }, i) => textOf(record) === textOf(records[i]))
        return isSame ? { writes, result: true } : { writes: [], result: false }
      },
    )
  }

  #now<A extends IamAddress>(at: A): IamRecordOf<A> | undefined {
    const key = keyOf(at)
    const staged = this.#staged.get(key)
    const { record } = staged ?? this.#seen.get(key)!
    return record as IamRecordOf<A> | undefined
  }

  #differs({ at, record }: IamWrite): boolean {
    return textOf(record) !== textOf(this.#seen.get(keyOf(at))!.record)
  }
}

/** Names differ in more than their case. */
function keyOf(at: IamAddress): string {
  return at.kind === 'accessKey'
    ? JSON.stringify([at.kind, at.id])
    : JSON.stringify([at.kind, at.account, at.name.toLowerCase()])
}

function textOf(record: IamRecord | undefined): string | undefined {
  return JSON.stringify(record)
}
