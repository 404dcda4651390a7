/** Trace: adds what a call touched and consumed to the record of its request. */
import { workOfFailure } from '../../items/failed-work.js'
import { consumedByTables } from '../dynamodb/items/consumed-by-tables.js'
import type { CallFacts } from '../tracing.js'
import type { FinishedCall } from './finished-call.js'

export type Trace = (call: FinishedCall) => void

export const traceCall: Trace = (finished) => {
  finished.call.span?.ran(factsOf(finished))
}

function factsOf({ tables, outcome }: FinishedCall): CallFacts {
  const found = tables.filter((table) => table !== undefined).map(({ name }) => name)
  const work = outcome.kind === 'answered' ? outcome.result.work : workOfFailure(outcome.error)
  const consumed = work === undefined ? [] : consumedByTables('INDEXES', work).ConsumedCapacity
  return {
    tableNames: [...new Set(found)],
    consumedCapacity: (consumed ?? []).map((each) => JSON.stringify(each)),
  }
}
