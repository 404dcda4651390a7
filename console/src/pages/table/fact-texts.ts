/** Settings of a table as one line of text each. */
import type {
  AttributeDefinition,
  ContinuousBackupsDescription,
  KeySchemaElement,
  OnDemandThroughput,
  TableDescription,
} from '../../api/generated/dynamodb-types.js'
import { billingModeOf } from '../../code/table-settings.js'
import { formatCount, formatTime } from '../../design/format.js'

/** `Artist (S) partition`. */
export function keyElementText(
  { AttributeName, KeyType }: KeySchemaElement,
  definitions: readonly AttributeDefinition[],
): string {
  const found = definitions.find((each) => each.AttributeName === AttributeName)
  return `${AttributeName} (${found?.AttributeType ?? '?'}) ${KeyType === 'HASH' ? 'partition' : 'sort'}`
}

export function capacityText(description: TableDescription): string {
  if (billingModeOf(description) === 'PAY_PER_REQUEST') {
    return `on-demand${maximumText(description.OnDemandThroughput)}`
  }
  const { ReadCapacityUnits = 0, WriteCapacityUnits = 0 } = description.ProvisionedThroughput ?? {}
  return `provisioned: ${formatCount(ReadCapacityUnits)} read units, ${formatCount(WriteCapacityUnits)} write units`
}

function maximumText({
  MaxReadRequestUnits = -1,
  MaxWriteRequestUnits = -1,
}: OnDemandThroughput = {}): string {
  const parts = [
    ...(MaxReadRequestUnits > 0 ? [`${formatCount(MaxReadRequestUnits)} read units`] : []),
    ...(MaxWriteRequestUnits > 0 ? [`${formatCount(MaxWriteRequestUnits)} write units`] : []),
  ]
  return parts.length === 0 ? '' : `, at most ${parts.join(' and ')}`
}

export function encryptionText({ SSEDescription }: TableDescription): string {
  if (SSEDescription === undefined || SSEDescription.Status === 'DISABLED') return 'owned key'
  return `${SSEDescription.SSEType ?? 'KMS'} ${SSEDescription.KMSMasterKeyArn ?? ''}`.trim()
}

export function recoveryText(described: ContinuousBackupsDescription): string {
  const recovery = described.PointInTimeRecoveryDescription
  if (recovery?.PointInTimeRecoveryStatus !== 'ENABLED') return 'off'
  const { RecoveryPeriodInDays = 35, EarliestRestorableDateTime } = recovery
  const since =
    EarliestRestorableDateTime === undefined
      ? ''
      : `, back to ${formatTime(EarliestRestorableDateTime * 1000)}`
  return `${RecoveryPeriodInDays} days${since}`
}
