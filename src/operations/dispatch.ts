/**
 * What happens to every call, whichever door it came through: constraints are checked, the
 * operation reads its input, then the stages in `dispatch/` follow: find, authorise, admit, run,
 * charge, measure, audit, trace. The order is AWS's. The protocol has already checked the types of the
 * input.
 */
import { KeyFault } from '../keys/master-keys.js'
import { ServiceError } from '../model/errors.js'
import { monotonicClock } from '../stdx/clock.js'
import { nextTurn } from '../stdx/turns.js'
import type { Database } from './database.js'
import { contextsOn } from './dispatch/context.js'
import { noTables } from './dispatch/find-tables.js'
import type { FinishedCall } from './dispatch/finished-call.js'
import { keyFaultAnswer } from './dispatch/key-fault.js'
import { mayRun, run } from './dispatch/run.js'
import type { Stages } from './dispatch/stages.js'
import type { Call, Dispatcher } from './dispatcher.js'
import { asWordedBy } from './message-prefix.js'
import type { OperationContext } from './operation.js'
import { allOperations } from './registry.js'

export function createDispatcher(database: Database, stages: Stages = {}): Dispatcher {
  const isAuthorised = stages.permit !== undefined
  const contextOf = contextsOn({ ...database, isAuthorised }, (call) => dispatch(call))
  const { clock } = database
  const finish = finishing(stages)

  async function dispatch(call: Call): Promise<unknown> {
    const { operation, input } = call
    const startedAtMs = finish === undefined ? 0 : clock.now()
    const startTick = finish === undefined ? 0 : monotonicClock.now()
    let ctx: OperationContext | undefined
    try {
      operation.definition.checkConstraints(input)
      if (call.isLong === true) await nextTurn()
      if (operation.load !== undefined) await operation.load()
      ctx = contextOf(call)
      const request = operation.read(input, ctx)
      if (operation.forgetsInput && stages.audit === undefined) call.input = undefined
      if (call.isLong === true) await nextTurn()
      const result = await run(stages, ctx, operation, request)
      const outcome = { kind: 'answered', result } as const
      if (finish !== undefined) {
        const durationMs = monotonicClock.now() - startTick
        finish({ call, startedAtMs, durationMs, tables: ctx.found, outcome })
      }
      return result.output
    } catch (thrown) {
      const fault = thrown instanceof KeyFault ? keyFaultAnswer(thrown) : thrown
      const error = fault instanceof ServiceError ? asWordedBy(operation.definition, fault) : fault
      const outcome = { kind: 'failed', error } as const
      if (finish !== undefined) {
        const durationMs = monotonicClock.now() - startTick
        finish({ call, startedAtMs, durationMs, tables: ctx?.found ?? noTables, outcome })
      }
      throw error
    }
  }

  async function isPermitted(call: Call): Promise<boolean> {
    const { operation, input } = call
    try {
      operation.definition.checkConstraints(input)
      if (operation.load !== undefined) await operation.load()
      const ctx = contextOf(call)
      return await mayRun(stages, ctx, operation, operation.read(input, ctx))
    } catch (error) {
      if (error instanceof ServiceError || error instanceof KeyFault) return false
      throw error
    }
  }

  return { operations: allOperations, dispatch, isPermitted }
}

/** Undefined if no stage needs to know how calls end. */
function finishing({ measure, audit, trace }: Stages): ((call: FinishedCall) => void) | undefined {
  if (measure === undefined && audit === undefined && trace === undefined) return undefined
  return (call) => {
    measure?.(call)
    audit?.(call)
    trace?.(call)
  }
}
