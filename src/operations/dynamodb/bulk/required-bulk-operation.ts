/** The bulk operation that a request names by its ARN. */
import { resourceNotFound, validation } from '../../../model/errors.js'
import { parseTicketArn, placeOf } from '../../../model/ticket-arn.js'
import type { BulkPutDetails, BulkPutRecord } from '../../../transfers/bulk-details.js'
import type { OperationContext, RequestContext } from '../../operation.js'

export interface NamedBulkOperation {
  readonly arn: string
  readonly ticket: string
  readonly tableName: string
}

/** AWS: its sentences were not recorded. */
export function readBulkOperationArn(arn: string, { caller }: RequestContext): NamedBulkOperation {
  const parsed = parseTicketArn(arn, 'bulk-operation')
  if (parsed === undefined) throw validation('Invalid Bulk Operation ARN')
  if (placeOf(caller, parsed) !== 'own') throw notFound(arn)
  return { arn, ticket: parsed.ticket, tableName: parsed.tableName }
}

export async function requireBulkOperation(
  { jobs, caller }: OperationContext,
  { arn, ticket, tableName }: NamedBulkOperation,
): Promise<BulkPutRecord> {
  const record = await jobs.find<BulkPutDetails>('bulk put', caller, ticket)
  if (record?.table.name !== tableName) throw notFound(arn)
  return record
}

function notFound(arn: string) {
  return resourceNotFound(`Bulk operation: ${arn} not found`)
}
