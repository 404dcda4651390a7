/**
 * Transactions of this server on the same key take turns, and those that wait for the same turn
 * form a group.
 *
 * While one is running in the database, all that arrive for its key with the same guards join a
 * group, which is closed when its turn comes. Transactions on several keys take turns too, but run
 * alone.
 */
import { groupedTransactionsMax } from '../limits.js'
import { type Read, systemSpace, type Transaction } from '../../engine.js'
import { entryName } from '../write/folded-mutations.js'
import { type AnyTransaction, grouped, type GroupedOutcome } from './grouped.js'
import { guardsName } from './guards-name.js'
import { KeyLocks } from './turns.js'

interface Member {
  readonly transaction: AnyTransaction
  readonly settle: (outcome: GroupedOutcome) => void
}

type RunOne = <R extends readonly Read[], T>(transaction: Transaction<R, T>) => Promise<T>

export class HotKeys {
  readonly #locks: KeyLocks
  readonly #run: RunOne
  /** Groups that are still open, by the key and the guards. */
  readonly #open = new Map<string, Member[]>()

  constructor(waitMs: number, run: RunOne) {
    this.#locks = new KeyLocks(waitMs)
    this.#run = run
  }

  async run<R extends readonly Read[], T>(transaction: Transaction<R, T>): Promise<T> {
    const keys = wantedKeys(transaction)
    const [key] = keys
    if (key === undefined || keys.length > 1 || !isGroupable(transaction)) {
      return this.#locks.hold(keys, () => this.#run(transaction))
    }
    for (;;) {
      const outcome = await this.#join(key, transaction)
      if (outcome.kind === 'decided') return outcome.result as T
      if (outcome.kind === 'refused') throw outcome.error
    }
  }

  #join(key: string, transaction: AnyTransaction): Promise<GroupedOutcome> {
    return new Promise((settle) => {
      const name = `${key}|${guardsName(transaction.guards ?? [])}`
      const open = this.#open.get(name)
      if (open !== undefined && open.length < groupedTransactionsMax) {
        open.push({ transaction, settle })
        return
      }
      const members = [{ transaction, settle }]
      this.#open.set(name, members)
      void this.#runGroup(key, name, members)
    })
  }

  async #runGroup(key: string, name: string, members: readonly Member[]): Promise<void> {
    const close = () => {
      if (this.#open.get(name) === members) this.#open.delete(name)
    }
    try {
      const outcomes = await this.#locks.hold([key], () => {
        close()
        return this.#runMembers(members)
      })
      members.forEach(({ settle }, i) => settle(outcomes[i]!))
    } catch (error) {
      close()
      for (const { settle } of members) settle({ kind: 'refused', error })
    }
  }

  async #runMembers(members: readonly Member[]): Promise<readonly GroupedOutcome[]> {
    const transactions = members.map(({ transaction }) => transaction)
    const [only] = transactions
    if (transactions.length > 1) return this.#run(grouped(transactions))
    return [{ kind: 'decided', result: await this.#run(only!) }]
  }
}

/** Not those of the system space: every writer reads its records, and they rarely change. */
function wantedKeys({ reads }: Transaction<readonly Read[], unknown>): readonly string[] {
  const names = reads
    .filter((read) => read.kind === 'get' && read.space !== systemSpace)
    .map((read) => (read.kind === 'get' ? entryName(read.space, read.key) : ''))
  return names.length > 1 ? [...new Set(names)] : names
}

function isGroupable({ exclusive = [], reads }: Transaction<readonly Read[], unknown>): boolean {
  return exclusive.length === 0 && reads.every(({ kind }) => kind === 'get')
}
