/**
 * Counts the calls that no series counts by their operation: those that fail, and those that are for no table. A
 * call for a table that succeeds, which most are, costs nothing here.
 */
import { ServiceError } from '../../model/errors.js'
import { minuteMs } from '../../metrics/limits.js'
import { binOf } from '../../metrics/histogram.js'
import type { Call } from '../dispatcher.js'
import type { FinishedCall } from '../dispatch/finished-call.js'
import type { ExposedTotals } from './exposed-totals.js'

export class CallTotals {
  readonly #totals: ExposedTotals

  constructor(totals: ExposedTotals) {
    this.#totals = totals
  }

  count(finished: FinishedCall): void {
    const { outcome, tables, call } = finished
    if (outcome.kind === 'failed') this.#failed(finished, codeOf(outcome.error))
    else if (tables.length === 0 && call.operation.definition.name !== 'GetRecords') {
      this.#succeeded(finished)
    }
  }

  #succeeded({ call, durationMs }: FinishedCall): void {
    const labels = { operation: operationOf(call) }
    const family = 'gramme_request_duration_seconds'
    const total = this.#totals.withoutTable.total({ family, labels })
    total.add(1, durationMs)
    total.addBin(binOf(durationMs), 1)
  }

  /** A call for several tables counts for each of them. */
  #failed({ call, tables, startedAtMs }: FinishedCall, code: string): void {
    const series = {
      family: 'gramme_requests_total',
      labels: { operation: operationOf(call), code },
    }
    const found = new Set(tables)
    found.delete(undefined)
    if (found.size === 0) this.#totals.withoutTable.total(series).add(1, 1)
    const minute = Math.floor(startedAtMs / minuteMs)
    for (const table of found) {
      if (table !== undefined) this.#totals.table(table, table.name, minute).total(series).add(1, 1)
    }
  }
}

/** As CloudWatch has it for DynamoDB; others are told apart by their service. */
function operationOf({ operation }: Call): string {
  const { id, name, service } = operation.definition
  return service.id === 'dynamodb' || service.id === 'dynamodb-streams' ? name : id
}

function codeOf(error: unknown): string {
  return error instanceof ServiceError ? error.type : 'InternalServerError'
}
