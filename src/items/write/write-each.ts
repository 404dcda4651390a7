/**
 * Writes that share a storage transaction but not their outcome: a fault is reported for its write
 * alone, and the others still happen. So a batch of them costs one commit, and since no two are on
 * the same item, each gets the result it would have had alone.
 *
 * The guards of all tables of the request are part of the transaction, including those whose writes
 * were refused beforehand: such a refusal is valid only if the definition it came from is current.
 */
import type { Table } from '../../catalog/table.js'
import { ServiceError, transactionConflict, validation } from '../../model/errors.js'
import type { Clock } from '../../stdx/clock.js'
import { mapInTurns } from '../../stdx/turns.js'
import type { Decision, Engine, Guard, Mutation } from '../../storage/engine.js'
import { isConflict } from './conflict.js'
import { guardsOf, namesItemTwice } from '../several-items.js'
import { answersOf, readsOf, type StoredForWrite } from './several-writes.js'
import { itemSizeOfRecord } from '../item-record.js'
import { stepsOfWrite, type TableWrite } from './transact-write.js'
import type { Work } from '../work.js'
import { CollectionTally } from './collection-sizes.js'
import { decideAhead } from './decide-ahead.js'
import {
  prepareWrite,
  writeTouch,
  type PreparedWrite,
  type WriteDecision,
  type WriteOutcome,
} from './write.js'

export type EachOutcome =
  | { readonly kind: 'written'; readonly outcome: WriteOutcome }
  /** Never tried. */
  | { readonly kind: 'refused'; readonly fault: ServiceError }
  /**
   * Failed because of what is stored. Costs as much as the larger of the stored item and the new
   * one.
   */
  | { readonly kind: 'failed'; readonly fault: ServiceError; readonly work: Work }

export interface EachOptions {
  /** All that the request names. */
  readonly tables: readonly Table[]
  readonly beside?: BesideWrites | undefined
}

/** What a job stores with its writes, such as where it goes on. A conflict is then thrown. */
export interface BesideWrites {
  readonly guards: readonly Guard[]
  /** Gets the outcomes in the order of the writes. Pure: it may run again. */
  readonly decide: (outcomes: readonly EachOutcome[]) => readonly Mutation[]
}

/** The outcomes in the order of the writes. */
export async function writeEach(
  engine: Engine,
  writes: readonly TableWrite[],
  options: EachOptions,
  stamps: Clock,
): Promise<readonly EachOutcome[]> {
  const preparing = mapInTurns(writes, stepsOfWrite, prepare)
  const prepared = preparing instanceof Promise ? await preparing : preparing
  const tried = prepared.filter((each) => each.kind === 'prepared')
  if (namesItemTwice(tried.map(({ write }) => write.read))) {
    throw validation('Provided list of item keys contains duplicates')
  }
  const { beside } = options
  const inOrder = (outcomes: readonly EachOutcome[]) => outcomesInOrder(prepared, outcomes)
  const told = beside && { ...beside, decide: (all: Outcomes) => beside.decide(inOrder(all)) }
  return inOrder(await tryAll(engine, tried, { ...options, beside: told }, stamps))
}

type Outcomes = readonly EachOutcome[]
type Refused = EachOutcome & { readonly kind: 'refused' }

function outcomesInOrder(prepared: readonly (Prepared | Refused)[], tried: Outcomes): Outcomes {
  const outcomes = tried[Symbol.iterator]()
  return prepared.map((each) => (each.kind === 'refused' ? each : outcomes.next().value!))
}

interface Prepared {
  readonly kind: 'prepared'
  readonly table: Table
  readonly write: PreparedWrite
}

function prepare({ table, write }: TableWrite): Prepared | Refused {
  try {
    return { kind: 'prepared', table, write: prepareWrite(table, write) }
  } catch (fault) {
    return { kind: 'refused', fault: requireServiceError(fault) }
  }
}

async function tryAll(
  engine: Engine,
  tried: readonly Prepared[],
  { tables, beside }: EachOptions,
  stamps: Clock,
): Promise<Outcomes> {
  const guards = [...guardsOf(tables.map((table) => ({ table }))), ...(beside?.guards ?? [])]
  const writes = tried.map(({ write }) => write)
  try {
    if (writes.length === 0 && beside === undefined) return await engine.read([], guards)
    return await decideAhead(tried, stamps, (decisions) =>
      engine.transact({
        guards,
        reads: readsOf(writes),
        decide(answers) {
          const stored = answersOf(writes, answers)
          return decisions.orUndecided(stored, (at) =>
            withBeside(decideEach(tried, stored, at), beside),
          )
        },
      }),
    )
  } catch (error) {
    if (!isConflict(error) || beside !== undefined) throw error
    return tried.map((each) => failed(each, transactionConflict(), 0))
  }
}

function withBeside(
  decision: Decision<Outcomes>,
  beside: BesideWrites | undefined,
): Decision<Outcomes> {
  if (beside === undefined) return decision
  const { mutations, result } = decision
  return { mutations: [...mutations, ...beside.decide(result)], result }
}

function decideEach(
  tried: readonly Prepared[],
  stored: readonly StoredForWrite[],
  decisionAt: (index: number) => WriteDecision,
): Decision<readonly EachOutcome[]> {
  const mutations: Mutation[] = []
  const tally = new CollectionTally()
  const result = tried.map((each, index): EachOutcome => {
    try {
      const decision = tally.count(each, stored[index]!, decisionAt(index))
      mutations.push(...decision.mutations)
      return { kind: 'written', outcome: decision.result }
    } catch (fault) {
      return failed(
        each,
        requireServiceError(fault),
        weighedBytes(each.write, stored[index]!.record),
      )
    }
  })
  return { mutations: [...mutations, ...tally.mutations()], result }
}

function failed({ table, write }: Prepared, fault: ServiceError, bytes: number): EachOutcome {
  return { kind: 'failed', fault, work: [writeTouch(table, write, bytes)] }
}

function weighedBytes({ put }: PreparedWrite, record: Buffer | undefined): number {
  const storedBytes = record === undefined ? 0 : itemSizeOfRecord(record)
  return Math.max(storedBytes, put?.sizeBytes ?? 0)
}

/** Any other error is not the fault of one write, so it fails them all. */
function requireServiceError(fault: unknown): ServiceError {
  if (fault instanceof ServiceError) return fault
  throw fault
}
