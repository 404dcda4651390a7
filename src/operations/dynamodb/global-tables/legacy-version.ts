/**
 * Global tables of the version 2017.11.29. AWS: no new ones can be made since 2026, so there are none, and
 * tables with replicas of the later version are not found among them either.
 */
import { invalidParameter, ServiceError } from '../../../model/errors.js'
import type { OwnScope, Scope } from '../../../model/arn.js'
import { onTable, type Access } from '../../access.js'

/** AWS: in this order. */
const legacyRegions: readonly string[] = [
  'eu-west-2',
  'eu-west-1',
  'ap-southeast-1',
  'ap-southeast-2',
  'ap-northeast-2',
  'eu-central-1',
  'ap-northeast-1',
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
]

/** AWS: before any table is looked at. */
export function legacyVersionRefused({ region }: Scope): ServiceError {
  const sentence = 'DynamoDB global tables version 2017.11.29 is not supported'
  if (legacyRegions.includes(region)) {
    return invalidParameter(
      `${sentence}. We recommend using DynamoDB global tables version 2019.11.21, ` +
        'instead of version 2017.11.29 (Legacy).',
    )
  }
  const regions = legacyRegions.join(', ')
  return invalidParameter(
    `${sentence} in this region '${region}', supported regions are : [${regions}]`,
  )
}

export function legacyTableNotFound(name: string, prefix = ''): ServiceError {
  const sentence = `${prefix}Global table with name: '${name}' does not exist.`
  return new ServiceError('GlobalTableNotFoundException', sentence)
}

interface Asking {
  readonly caller: OwnScope
}

/** AWS: a global table of 2017 belongs to no region. */
export function onLegacyTable(
  { caller }: Asking,
  action: Access['action'],
  tableName: string,
): Access {
  return { action, resource: `arn:aws:dynamodb::${caller.account}:global-table/${tableName}` }
}

/** AWS: changing one is also done to the table in the caller's region. */
export function onLegacyAndTable(
  asking: Asking,
  action: Access['action'],
  tableName: string,
): readonly Access[] {
  return [onLegacyTable(asking, action, tableName), onTable(asking, action, tableName)]
}
