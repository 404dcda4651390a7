/** The table that RestoreTableToPointInTime restores, by name or ARN, and the moment. */
import type { RestoreTableToPointInTimeInput } from '../../../api/generated/dynamodb-types.js'
import { parseTableArn, tableArn, type OwnScope, type Scope } from '../../../model/arn.js'
import { invalidParameter, validation } from '../../../model/errors.js'
import { requestNotValid } from '../../../model/recovery-errors.js'

type Input = RestoreTableToPointInTimeInput

export interface NamedSource {
  readonly scope: Scope
  readonly tableName: string
  readonly arn: string
  readonly isByArn: boolean
}

/** A moment, or the latest that can be restored. */
export type WantedMoment = { readonly atMs: number } | 'latest'

/** In the order AWS reports them. */
export function readRestoreSource(input: Input, caller: OwnScope) {
  const { SourceTableName, SourceTableArn } = input
  if (SourceTableName !== undefined && SourceTableArn !== undefined) {
    throw validation('Must provide exactly one of: sourceTableArn, sourceTableName')
  }
  if (SourceTableName === undefined && SourceTableArn === undefined) {
    throw validation("The parameter 'TableName' is required but was not present in the request")
  }
  const moment = readMoment(input)
  if (SourceTableName !== undefined) return { source: byName(SourceTableName, caller), moment }
  const isCrossRegion = input.SSESpecificationOverride !== undefined
  return { source: byArn(SourceTableArn!, caller, isCrossRegion), moment }
}

function readMoment({ RestoreDateTime, UseLatestRestorableTime }: Input): WantedMoment {
  if (RestoreDateTime !== undefined && UseLatestRestorableTime === true) {
    throw requestNotValid(
      'Both RestoreDateTime and UseLatestRestorableTime cannot be set for point-in-time restore request. Please specify either RestoreDateTime time or UseLatestRestorableTime',
    )
  }
  if (RestoreDateTime !== undefined) return { atMs: Math.floor(RestoreDateTime * 1000) }
  if (UseLatestRestorableTime === true) return 'latest'
  throw requestNotValid(
    'Either one of RestoreDateTime or UseLatestRestorableTime must be specified, but not both',
  )
}

function byName(tableName: string, { account, region }: Scope): NamedSource {
  const scope = { account, region }
  return { scope, tableName, arn: tableArn(scope, tableName), isByArn: false }
}

/** AWS: a table of another region can be restored here if the request says how to encrypt it. */
function byArn(arn: string, caller: OwnScope, isCrossRegion: boolean): NamedSource {
  if (!arn.startsWith('arn:')) throw invalidParameter(`ARNs must start with 'arn:': ${arn}`)
  const table = parseTableArn(arn)
  if (table === undefined) throw invalidParameter('sourceTableArn is not a valid ARN')
  const { account, region, tableName } = table
  if (caller.isShared === true) return { ...byName(tableName, caller), isByArn: true }
  if (account !== caller.account) {
    throw validation(
      "This action is only supported by accounts that match the resource owner's account.",
    )
  }
  if (region !== caller.region && !isCrossRegion) {
    throw requestNotValid('sseSpecificationOverride must be provided for cross-region restores')
  }
  return { scope: { account, region }, tableName, arn, isByArn: true }
}
