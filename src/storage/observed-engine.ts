/**
 * An engine that tells which entries this process has written, once it is known that they may be there. For
 * what a server keeps in memory of its own writes: everything that is written goes this way, whatever part
 * of the server writes it. Other processes are not seen.
 *
 * A write that failed is told as well if it was decided: it may have happened.
 */
import type {
  Engine,
  Guard,
  LabelledSpace,
  Mutation,
  Read,
  Replacement,
  ResultsOf,
  SpaceId,
  Transaction,
} from './engine.js'

/** Called before the write is acknowledged. Must not throw. */
export type OnWritten = (space: SpaceId, key: Uint8Array) => void

export class ObservedEngine implements Engine {
  readonly #engine: Engine
  #told: OnWritten | undefined
  readonly keysPerRead?: number
  readonly storeTime?: () => Promise<number>
  readonly abandon?: () => void

  constructor(engine: Engine) {
    this.#engine = engine
    if (engine.keysPerRead !== undefined) this.keysPerRead = engine.keysPerRead
    if (engine.storeTime !== undefined) this.storeTime = () => engine.storeTime!()
    if (engine.abandon !== undefined) this.abandon = () => engine.abandon!()
  }

  /** Of all writes that end from now on. */
  observe(told: OnWritten): void {
    this.#told = told
  }

  get name(): string {
    return this.#engine.name
  }

  get shared(): boolean {
    return this.#engine.shared
  }

  read<const R extends readonly Read[]>(
    reads: R,
    guards?: readonly Guard[],
  ): Promise<ResultsOf<R>> {
    return this.#engine.read(reads, guards)
  }

  readNow<const R extends readonly Read[]>(
    reads: R,
    guards?: readonly Guard[],
  ): ResultsOf<R> | undefined {
    return this.#engine.readNow?.(reads, guards)
  }

  async transact<const R extends readonly Read[], T>(transaction: Transaction<R, T>): Promise<T> {
    let last: readonly Mutation[] = []
    try {
      return await this.#engine.transact<R, T>({
        ...transaction,
        decide(results) {
          const decision = transaction.decide(results)
          last = decision.mutations
          return decision
        },
      })
    } finally {
      if (this.#told !== undefined) tellOf(last, this.#told)
    }
  }

  async replace(replacement: Replacement): Promise<number | undefined> {
    try {
      return await this.#engine.replace(replacement)
    } finally {
      this.#told?.(replacement.space, replacement.key)
    }
  }

  get replaceAll(): Engine['replaceAll'] {
    if (this.#engine.replaceAll === undefined) return undefined
    return (replacements, guards) => this.#replaceAll(replacements, guards)
  }

  async #replaceAll(...asked: Parameters<NonNullable<Engine['replaceAll']>>) {
    try {
      return await this.#engine.replaceAll!(...asked)
    } finally {
      for (const { space, key } of asked[0]) this.#told?.(space, key)
    }
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
}

function tellOf(mutations: readonly Mutation[], told: OnWritten): void {
  for (const mutation of mutations) {
    if (mutation.kind === 'put' || mutation.kind === 'delete') told(mutation.space, mutation.key)
  }
}
