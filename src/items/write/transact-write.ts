/**
 * Many writes that happen together or not at all: one storage transaction that reads every item,
 * then decides each write separately, since no two are on the same item.
 *
 * AWS: a faulty action cancels the transaction with a reason in that action's place. Keys and index
 * keys are checked before anything is read, and only the first fault is reported; conditions and
 * updates are all tried, and every fault is reported.
 */
import type { Table } from '../../catalog/table.js'
import { ServiceError, type CancellationReason } from '../../model/errors.js'
import type { Clock } from '../../stdx/clock.js'
import { mapInTurns } from '../../stdx/turns.js'
import type { Decision, Engine, Mutation } from '../../storage/engine.js'
import { canceledByConflict, canceledFor, itemNamedTwice, reasonOf } from './cancellation.js'
import { CollectionTally, decodeCollectionSize } from './collection-sizes.js'
import { orOnConflict } from './conflict.js'
import { failedAfter, workOfFailure } from '../failed-work.js'
import { isRepetition, rememberToken, tokenReads, type RequestToken } from './request-token.js'
import { guardsOf, namesItemTwice, requireTransactable } from '../several-items.js'
import { answersOf, readsOf, type StoredForWrite } from './several-writes.js'
import { getTouch } from '../read/get.js'
import { StoredItem } from '../stored-item.js'
import type { Touch, Work } from '../work.js'
import { decideAhead, type PreparedTableWrite, type Undecided } from './decide-ahead.js'
import {
  prepareWrite,
  stepsOfAction,
  type PreparedWrite,
  type Write,
  type WriteDecision,
} from './write.js'

export interface TableWrite {
  readonly table: Table
  readonly write: Write
}

export interface TransactOutcome {
  /**
   * Writes, or reads if the same request was carried out before, since its items were only read.
   */
  readonly work: Work
  /** How large the collection of each write's item is; undefined where it is not counted. */
  readonly collectionBytes: readonly (number | undefined)[]
}

export interface TransactOptions {
  /** With a token, a request that was carried out before is not carried out again. */
  readonly token?: RequestToken
  /** AWS: in a transaction of statements, a faulty one is reported before an item named twice. */
  readonly faultsFirst?: boolean
}

export async function transactWrite(
  engine: Engine,
  writes: readonly TableWrite[],
  { token, faultsFirst = false }: TransactOptions,
  stamps: Clock,
): Promise<TransactOutcome> {
  requireTransactable(writes)
  const preparing = mapInTurns(writes, stepsOfWrite, prepare)
  const prepared = requireAll(
    preparing instanceof Promise ? await preparing : preparing,
    faultsFirst,
  )
  const writing =
    token === undefined
      ? runOnce(engine, prepared, stamps)
      : runWith(engine, prepared, token, stamps)
  return orOnConflict(writing, () => canceledByConflict(writes.length))
}

interface Fault {
  readonly fault: unknown
}

function prepare({ table, write }: TableWrite): PreparedTableWrite | Fault {
  try {
    return { table, write: prepareWrite(table, write, 'transactional') }
  } catch (fault) {
    return { fault }
  }
}

export function stepsOfWrite({ write }: TableWrite): number {
  return stepsOfAction(write.action)
}

/** Throws unless all writes could be prepared. */
function requireAll(
  writes: readonly (PreparedTableWrite | Fault)[],
  faultsFirst: boolean,
): readonly PreparedTableWrite[] {
  const prepared = writes.filter((each) => 'write' in each)
  const faults = writes.filter((each) => 'fault' in each)
  const twice = namesItemTwice(prepared.map(({ write }) => write.read))
  if (twice && !faultsFirst) throw itemNamedTwice()
  const refusal = faults.find(({ fault }) => refusesWhole(fault))
  if (refusal !== undefined) throw refusal.fault
  const [first] = faults
  if (first !== undefined) {
    throw canceledFor(new Map([[writes.indexOf(first), reasonOf(first.fault)]]), writes.length)
  }
  if (twice) throw itemNamedTwice()
  return prepared
}

/** AWS: an empty key value is a fault of the request and never reported as a reason. */
function refusesWhole(fault: unknown): boolean {
  return fault instanceof ServiceError && fault.family === 'empty-key'
}

function runOnce(
  engine: Engine,
  prepared: readonly PreparedTableWrite[],
  stamps: Clock,
): Promise<TransactOutcome> {
  return decideAhead(prepared, stamps, (decisions) =>
    engine.transact({
      guards: guardsOf(prepared),
      reads: readsOf(writesOf(prepared)),
      decide: (answers) => {
        const stored = answersOf(writesOf(prepared), answers)
        return decisions.orUndecided(stored, (at) => decideAll(prepared, stored, at))
      },
    }),
  )
}

function runWith(
  engine: Engine,
  prepared: readonly PreparedTableWrite[],
  token: RequestToken,
  stamps: Clock,
): Promise<TransactOutcome> {
  return decideAhead(prepared, stamps, (decisions) =>
    engine.transact({
      guards: guardsOf(prepared),
      reads: [...tokenReads(token), ...readsOf(writesOf(prepared))],
      decide: ([known, expired, ...answers]): Decision<TransactOutcome | Undecided> => {
        const stored = answersOf(writesOf(prepared), answers)
        if (isRepetition(token, known)) {
          return { mutations: [], result: readAgain(prepared, stored) }
        }
        return decisions.orUndecided(stored, (decisionAt) => {
          const { mutations, result } = decideAll(prepared, stored, decisionAt)
          return { mutations: [...mutations, ...rememberToken(token, known, expired)], result }
        })
      },
    }),
  )
}

function writesOf(prepared: readonly PreparedTableWrite[]): readonly PreparedWrite[] {
  return prepared.map(({ write }) => write)
}

function readAgain(
  prepared: readonly PreparedTableWrite[],
  stored: readonly StoredForWrite[],
): TransactOutcome {
  const work = prepared.map(({ table, write }, i) => {
    const { record } = stored[i]!
    const item = record && StoredItem.fromRecord(record, write.read.key, table)
    return getTouch({ table, key: write.key }, write.read, item, 'transactional')
  })
  const collectionBytes = prepared.map(({ write }, i) =>
    write.collection === undefined ? undefined : decodeCollectionSize(stored[i]!.collection),
  )
  return { work, collectionBytes }
}

/** AWS: actions that were prepared or failed are charged, entries of indexes that were never written are not. */
function isOfTable({ indexName }: Touch): boolean {
  return indexName === undefined
}

function decideAll(
  prepared: readonly PreparedTableWrite[],
  stored: readonly StoredForWrite[],
  decisionAt: (index: number) => WriteDecision,
): Decision<TransactOutcome> {
  const mutations: Mutation[] = []
  const work: Touch[] = []
  const reasons = new Map<number, CancellationReason>()
  const tally = new CollectionTally()
  const collectionBytes: (number | undefined)[] = []
  const count = prepared.length
  for (let index = 0; index < count; index++) {
    try {
      const decision = tally.count(prepared[index]!, stored[index]!, decisionAt(index))
      mutations.push(...decision.mutations)
      work.push(...decision.result.work)
      collectionBytes.push(decision.result.collectionBytes)
    } catch (fault) {
      if (refusesWhole(fault)) throw fault
      reasons.set(index, reasonOf(fault))
      work.push(...(workOfFailure(fault) ?? []))
    }
  }
  if (reasons.size > 0) throw failedAfter(canceledFor(reasons, count), work.filter(isOfTable))
  mutations.push(...tally.mutations())
  return { mutations, result: { work, collectionBytes } }
}
