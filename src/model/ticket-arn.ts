/**
 * ARNs of what AWS names by a ticket below its table: backups, exports, imports and bulk operations. A ticket is when the
 * thing was asked for and eight random digits.
 */
import type { OwnScope, TableArn } from './arn.js'

export type TicketKind = 'backup' | 'export' | 'import' | 'bulk-operation'

export interface TicketArn extends TableArn {
  readonly partition: string
  readonly service: string
  readonly ticket: string
}

/** `table` is the ARN of a table. */
export function ticketArn(table: string, kind: TicketKind, ticket: string): string {
  return `${table}/${kind}/${ticket}`
}

const ticketPattern =
  /^arn:([^:]*):([^:]*):([^:]*):([^:]*):table\/([a-zA-Z0-9_.-]{3,255})\/([a-z-]+)\/(\d{14}-[0-9a-f]{8})$/

/**
 * Undefined when the text is not the ARN of something of this kind. Whether it can be the caller's is a
 * separate question, because AWS answers it differently.
 */
export function parseTicketArn(text: string, kind: TicketKind): TicketArn | undefined {
  const match = ticketPattern.exec(text)
  if (match === null || match[6] !== kind) return undefined
  const [, partition, service, region, account, tableName, , ticket] = match
  return {
    partition: partition!,
    service: service!,
    region: region!,
    account: account!,
    tableName: tableName!,
    ticket: ticket!,
  }
}

/** Where an ARN points, as seen by a caller. */
export type TicketPlace = 'own' | 'other account' | 'other region' | 'nowhere'

const partitionPattern = /^aws(-[a-z]+)*$/
const regionPattern = /^[a-z]{2,}(-[a-z]+)+-\d+$/

export function placeOf(scope: OwnScope, arn: TicketArn): TicketPlace {
  const { partition, service, region, account } = arn
  if (!partitionPattern.test(partition) || service !== 'dynamodb') return 'nowhere'
  if (scope.isShared === true) return 'own'
  if (account !== scope.account) return 'other account'
  if (region === scope.region) return 'own'
  return regionPattern.test(region) ? 'other region' : 'nowhere'
}
