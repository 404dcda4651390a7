/**
 * Decides several writes about large items, ahead of the storage transaction that they share.
 *
 * A transaction makes all its decisions in one go, and holds the event loop meanwhile. If that would
 * take longer than a turn (`stdx/turns.ts`), the transaction only says what is stored and writes
 * nothing. The writes are then decided in turns, and the next transaction uses each decision whose
 * item is still the same: decisions are pure, so it would come to the same result. Only the time of
 * the change is that of the transaction.
 */
import type { Table } from '../../catalog/table.js'
import { conditionWeight } from '../../expressions/condition-weight.js'
import { nextTurn, Steps } from '../../stdx/turns.js'
import type { Clock } from '../../stdx/clock.js'
import type { Decision } from '../../storage/engine.js'
import { aheadRoundsMax, stepsToDecideMax } from '../limits.js'
import { decideUnstamped, stampWrite, type PreparedWrite, type WriteDecision } from './write.js'
import type { StoredForWrite } from './several-writes.js'

export interface PreparedTableWrite {
  readonly table: Table
  readonly write: PreparedWrite
}

/** What a transaction results in that has not decided its writes. */
export class Undecided {
  constructor(readonly stored: readonly StoredForWrite[]) {}
}

/** `transact` runs a storage transaction that decides its writes by the given decisions. */
export async function decideAhead<T>(
  writes: readonly PreparedTableWrite[],
  stamps: Clock,
  transact: (decisions: Decisions) => Promise<T | Undecided>,
): Promise<T> {
  const decisions = new Decisions(writes, stamps)
  for (;;) {
    const result = await transact(decisions)
    if (!(result instanceof Undecided)) return result
    await decisions.makeInTurns(result.stored)
  }
}

/** A decision, or the fault that it threw, and what it was made from. */
interface Made {
  readonly stored: StoredForWrite
  readonly decision?: WriteDecision
  readonly fault?: unknown
}

export class Decisions {
  readonly #writes: readonly PreparedTableWrite[]
  readonly #stamps: Clock
  readonly #made: (Made | undefined)[] = []
  #rounds = 0

  constructor(writes: readonly PreparedTableWrite[], stamps: Clock) {
    this.#writes = writes
    this.#stamps = stamps
  }

  /**
   * `decide` gets what is decided about the write with a number. It is called only if that takes no
   * longer than a turn, or if items keep changing while they are decided ahead.
   */
  orUndecided<T>(
    stored: readonly StoredForWrite[],
    decide: (decisionAt: (index: number) => WriteDecision) => Decision<T>,
  ): Decision<T | Undecided> {
    if (this.#rounds < aheadRoundsMax && this.#takesLong(stored)) {
      return { mutations: [], result: new Undecided(stored) }
    }
    const atMs = this.#stamps.now()
    return decide((index) => {
      const decision = this.#decisionOf(index, stored[index]!)
      return stampWrite(this.#writes[index]!.write, stored[index]!, decision, atMs)
    })
  }

  /** Makes the decisions that are not made yet. */
  async makeInTurns(stored: readonly StoredForWrite[]): Promise<void> {
    this.#rounds++
    const steps = new Steps()
    for (const [index, each] of stored.entries()) {
      if (this.#isMade(index, each)) continue
      this.#made[index] = this.#make(index, each)
      if (steps.take(stepsToDecide(this.#writes[index]!, each))) await nextTurn()
    }
  }

  #takesLong(stored: readonly StoredForWrite[]): boolean {
    let steps = 0
    for (let index = 0; index < stored.length; index++) {
      const each = stored[index]!
      if (this.#rounds === 0 || !this.#isMade(index, each)) {
        steps += stepsToDecide(this.#writes[index]!, each)
      }
    }
    return steps > stepsToDecideMax
  }

  #isMade(index: number, stored: StoredForWrite): boolean {
    const made = this.#made[index]
    return made !== undefined && isSame(made.stored, stored)
  }

  #decisionOf(index: number, stored: StoredForWrite): WriteDecision {
    if (this.#rounds === 0 || !this.#isMade(index, stored)) return this.#decide(index, stored)
    const { decision, fault } = this.#made[index]!
    if (decision === undefined) throw fault
    return decision
  }

  #make(index: number, stored: StoredForWrite): Made {
    try {
      return { stored, decision: this.#decide(index, stored) }
    } catch (fault) {
      return { stored, fault }
    }
  }

  #decide(index: number, stored: StoredForWrite): WriteDecision {
    const { table, write } = this.#writes[index]!
    return decideUnstamped(table, write, stored)
  }
}

type Bytes = Buffer | undefined

function isSame(a: StoredForWrite, b: StoredForWrite): boolean {
  return (
    areEqual(a.record, b.record) && a.cursors.every((cursor, i) => areEqual(cursor, b.cursors[i]))
  )
}

function areEqual(a: Bytes, b: Bytes): boolean {
  return a === undefined || b === undefined ? a === b : a.equals(b)
}

/** A record is searched, parsed and printed. */
const stepsPerByte = 2
/** If nothing looks into it, only its checksum is compared. */
const bytesPerCheckedStep = 32
/** A heavier condition reads its values as often as one of this weight (`expressions/contains.ts`). */
const weightMax = 2

/** How many steps of a turn it takes to decide a write. */
export function stepsToDecide(
  { table, write }: PreparedTableWrite,
  { record }: StoredForWrite,
): number {
  if (record === undefined) return 0
  const { action, condition } = write.write
  if (condition === undefined && action.kind !== 'update' && !table.isWatched) {
    return record.length / bytesPerCheckedStep
  }
  if (record.length * stepsPerByte * (1 + weightMax) < smallSteps) return 0
  const weight = condition === undefined ? 0 : Math.min(conditionWeight(condition), weightMax)
  return record.length * stepsPerByte * (1 + weight)
}

/** A hundred writes of this many steps are short, whatever they are. */
const smallSteps = stepsToDecideMax / 100
