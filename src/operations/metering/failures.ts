/** Which metrics count a call that failed. */
import type { ServiceOperation } from '../../api/service.js'
import type { Table } from '../../catalog/table.js'
import { ServiceError, type CancellationReason } from '../../model/errors.js'
import type { MinuteMeters } from '../../metrics/meters.js'
import type { FoundTables } from '../dispatch/find-tables.js'
import type { FinishedCall } from '../dispatch/finished-call.js'
import type { RefusedCall } from '../refused-call.js'
import { Throttled } from '../throttling/throttled.js'
import { seriesNamed, type DimensionValues } from './series-names.js'

export function countFailure(meters: MinuteMeters, finished: FinishedCall, error: unknown): void {
  if (!isMeasured(finished)) return
  if (!(error instanceof ServiceError) || error.status >= 500) systemError(meters, finished)
  else if (error instanceof Throttled) throttledRequest(meters, finished, error.unmet.kind)
  else refusal(meters, finished, error)
}

function isMeasured({ call }: FinishedCall): boolean {
  return isOfDynamodb(call.operation.definition)
}

function isOfDynamodb({ service: { id } }: ServiceOperation): boolean {
  return id === 'dynamodb' || id === 'dynamodb-streams'
}

/** AWS: an error of the account whose key was named, though somebody else may have sent it. */
export function countRefused(
  meters: MinuteMeters,
  { definition, region }: Pick<RefusedCall, 'definition' | 'region'>,
  account: string,
): void {
  if (region === undefined || !isOfDynamodb(definition)) return
  meters.meter(seriesNamed({ account, region }, 'UserErrors'), 'Count').add(1)
}

function systemError(meters: MinuteMeters, { call, tables }: FinishedCall): void {
  const Operation = call.operation.definition.name
  for (const table of distinct(tables)) {
    const values = { TableName: table.name, Operation }
    meters.meter(seriesNamed(table, 'SystemErrors', values), 'Count').add(1)
  }
}

/** AWS: all HTTP 400 except throttling and conditions that do not hold. */
function refusal(meters: MinuteMeters, { call, tables }: FinishedCall, error: ServiceError): void {
  switch (error.type) {
    case 'ConditionalCheckFailedException':
      countReasons(meters, tables.slice(0, 1), ['ConditionalCheckFailed'])
      return
    case 'TransactionConflictException':
      countReasons(meters, tables.slice(0, 1), ['TransactionConflict'])
      break
    case 'TransactionCanceledException': {
      const codes = codesOf(error)
      countReasons(meters, tables, codes)
      if (codes.every((code) => code === 'None' || code === 'ConditionalCheckFailed')) return
      break
    }
  }
  meters.meter(seriesNamed(call.caller, 'UserErrors'), 'Count').add(1)
}

function codesOf({ payload }: ServiceError): readonly string[] {
  const reasons = (payload['CancellationReasons'] ?? []) as readonly CancellationReason[]
  return reasons.map(({ Code }) => Code)
}

/** There is a code for each table. AWS: conflicts are summed up by request, failed conditions are not. */
function countReasons(
  meters: MinuteMeters,
  tables: FoundTables,
  codes: readonly (string | undefined)[],
): void {
  for (const table of distinct(tables)) {
    const own = codes.filter((_, i) => tables[i] === table)
    const values = { TableName: table.name }
    const failed = own.filter((code) => code === 'ConditionalCheckFailed').length
    const condition = seriesNamed(table, 'ConditionalCheckFailedRequests', values)
    for (let i = 0; i < failed; i++) meters.meter(condition, 'Count').add(1)
    const conflicts = own.filter((code) => code === 'TransactionConflict').length
    const conflict = seriesNamed(table, 'TransactionConflict', values)
    if (conflicts > 0) meters.meter(conflict, 'Count').add(conflicts)
  }
}

interface MembersOutput {
  readonly Responses?: readonly { readonly Error?: { readonly Code?: string } }[]
}

/** A batch of statements succeeds even if its members do not. */
export function countMembers(meters: MinuteMeters, finished: FinishedCall): void {
  const { tables, outcome } = finished
  if (outcome.kind === 'failed') return
  const { Responses = [] } = outcome.result.output as MembersOutput
  const codes = Responses.map(({ Error }) => Error?.Code)
  if (codes.every((code) => code === undefined)) return
  countReasons(meters, tables, codes)
  // AWS: a batch counts as throttled only if all of its members were.
  if (outcome.result.isThrottled === true) throttledRequest(meters, finished, kindOf(finished))
}

type Kind = 'read' | 'write'

function throttledRequest(meters: MinuteMeters, finished: FinishedCall, kind: Kind): void {
  const values = throttledValues(finished, kind)
  for (const table of distinct(finished.tables)) {
    const named = { TableName: table.name, ...values }
    meters.meter(seriesNamed(table, 'ThrottledRequests', named), 'Count').add(1)
  }
}

/** AWS: operations that read and write have one more dimension. */
function throttledValues({ call }: FinishedCall, kind: Kind): DimensionValues {
  const { name } = call.operation.definition
  if (name === 'ExecuteTransaction' || name === 'BatchExecuteStatement') {
    return { Operation: name, OperationType: kind === 'read' ? 'Read' : 'Write' }
  }
  if (name !== 'ExecuteStatement') return { Operation: name }
  const verb = verbOf((call.input as { readonly Statement: string }).Statement)
  return { Operation: name, Verb: `PartiQL${verb}` }
}

function verbOf(statement: string): string {
  const [word = ''] = /\w+/.exec(statement) ?? []
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()
}

/** A batch of statements consists of reads or of writes. */
function kindOf({ call }: FinishedCall): Kind {
  const { Statements } = call.input as { readonly Statements: readonly { Statement: string }[] }
  return verbOf(Statements[0]?.Statement ?? '') === 'Select' ? 'read' : 'write'
}

function distinct(tables: FoundTables): readonly Table[] {
  return [...new Set(tables)].filter((table) => table !== undefined)
}
