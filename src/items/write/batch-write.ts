/**
 * Puts and deletes of many items at once. Each is a separate write, but they share one storage
 * transaction, so that a batch costs one commit. Once their keys are checked only one thing about them can
 * fail: a collection that would be too large refuses the whole batch.
 */
import type { Table } from '../../catalog/table.js'
import { validation } from '../../model/errors.js'
import { pickAttributes } from '../../model/item.js'
import { keyAttributes } from '../../model/key-schema.js'
import type { Clock } from '../../stdx/clock.js'
import { mapInTurns } from '../../stdx/turns.js'
import type { Engine } from '../../storage/engine.js'
import { checkKey } from '../primary-key.js'
import { guardsOf, namesItemTwice } from '../several-items.js'
import { CollectionTally } from './collection-sizes.js'
import { answersOf, readsOf } from './several-writes.js'
import { decideAhead } from './decide-ahead.js'
import {
  prepareWrite,
  replacedOutcome,
  replacementOf,
  stepsOfAction,
  type PreparedWrite,
  type WriteAction,
  type WriteOutcome,
} from './write.js'

export interface BatchedWrite {
  readonly table: Table
  readonly action: Extract<WriteAction, { kind: 'put' | 'delete' }>
}

/** The outcomes in the order of the writes. */
export async function batchWrite(
  engine: Engine,
  writes: readonly BatchedWrite[],
  stamps: Clock,
): Promise<readonly WriteOutcome[]> {
  const preparing = mapInTurns(writes, stepsToPrepare, prepareBatched)
  const prepared = preparing instanceof Promise ? await preparing : preparing
  if (namesItemTwice(prepared.map(({ read }) => read)))
    throw validation('Provided list of item keys contains duplicates')
  if (engine.replaceAll !== undefined && writes.every(({ table }) => !table.isWatched))
    return replaceItems(engine.replaceAll.bind(engine), writes, prepared)
  const each = prepared.map((write, index) => ({ table: writes[index]!.table, write }))
  return decideAhead(each, stamps, (decisions) =>
    engine.transact({
      guards: guardsOf(writes),
      reads: readsOf(prepared),
      decide: (answers) => {
        const stored = answersOf(prepared, answers)
        return decisions.orUndecided(stored, (decisionAt) => {
          const tally = new CollectionTally()
          const made = each.map((write, index) =>
            tally.count(write, stored[index]!, decisionAt(index)),
          )
          return {
            mutations: [...made.flatMap(({ mutations }) => mutations), ...tally.mutations()],
            result: made.map(({ result }) => result),
          }
        })
      },
    }),
  )
}

type ReplaceAll = NonNullable<Engine['replaceAll']>

/** Nothing depends on what is stored, so it is only weighed. */
async function replaceItems(
  replaceAll: ReplaceAll,
  writes: readonly BatchedWrite[],
  prepared: readonly PreparedWrite[],
): Promise<readonly WriteOutcome[]> {
  const befores = await replaceAll(
    prepared.map((write) => replacementOf(write)),
    guardsOf(writes),
  )
  return prepared.map((write, index) =>
    replacedOutcome(writes[index]!.table, write, befores[index]),
  )
}

function stepsToPrepare({ action }: BatchedWrite): number {
  return stepsOfAction(action)
}

/** AWS: for a put in a batch, a bad key is reported in the words for a key that is looked up. */
function prepareBatched({ table, action }: BatchedWrite): PreparedWrite {
  if (action.kind === 'put') {
    const names = keyAttributes(table.keySchema).map(({ name }) => name)
    checkKey(table.keySchema, pickAttributes(action.item, names))
  }
  return prepareWrite(table, { action })
}
