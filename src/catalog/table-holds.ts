/**
 * Requests that changes of a table have overtaken several times, and changes that let them go first.
 *
 * This is only about the order of work in one server: whether a request may go on is decided by its
 * guard, as ever. A change waits for a bounded time, so requests cannot keep a table as it is.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Scope } from '../model/arn.js'
import { tableHoldMsMax } from './limits.js'

interface Hold {
  requests: number
  readonly released: Promise<void>
  readonly release: () => void
}

export class TableHolds {
  readonly #holds = new Map<string, Hold>()

  /** From now on changes of these tables wait, until the returned function is called. */
  begin(tables: readonly (Scope & { readonly name: string })[]): () => void {
    const ids = [...new Set(tables.map((table) => idOf(table, table.name)))]
    for (const id of ids) this.#add(id)
    return () => {
      for (const id of ids) this.#remove(id)
    }
  }

  /** Waits until no request holds the table, or for long enough. */
  async pass(scope: Scope, tableName: string): Promise<void> {
    const hold = this.#holds.get(idOf(scope, tableName))
    if (hold === undefined) return
    const enough = new AbortController()
    const patience = pause(tableHoldMsMax, undefined, { signal: enough.signal })
    await Promise.race([hold.released, patience.catch(() => undefined)])
    enough.abort()
  }

  #add(id: string): void {
    const hold = this.#holds.get(id) ?? newHold()
    hold.requests++
    this.#holds.set(id, hold)
  }

  #remove(id: string): void {
    const hold = this.#holds.get(id)!
    if (--hold.requests > 0) return
    this.#holds.delete(id)
    hold.release()
  }
}

function newHold(): Hold {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  return { requests: 0, released, release }
}

function idOf({ account, region }: Scope, tableName: string): string {
  return `${account}/${region}/${tableName}`
}
