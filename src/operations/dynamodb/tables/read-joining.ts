/** A table of another account's global table, as CreateTable describes it. */
import type { CreateTableInput } from '../../../api/generated/dynamodb-types.js'
import { checkedEncryption, chosenKeyOf } from '../../../catalog/rules/encryption-setting.js'
import { checkedTableClass } from '../../../catalog/rules/table-class.js'
import { checkedTags } from '../../../catalog/rules/tags.js'
import { parseTableArn, tableArn, type Scope, type TableArn } from '../../../model/arn.js'
import { invalidParameter, validation } from '../../../model/errors.js'
import type { JoiningTable } from '../../../replication/join-member.js'
import type { DraftContext } from './read-table-draft.js'
import { encryptionRequest } from './encryption.js'
import { requireTableName } from './table-name.js'
import { tagRequests } from './tags.js'
import { refuseUnsupported } from './unsupported.js'

export interface JoiningRequest extends Omit<JoiningTable, 'policy'> {
  readonly name: string
  readonly source: TableArn
  readonly sourceArn: string
}

/** AWS: everything else is that of the source. */
const followed = [
  'AttributeDefinitions',
  'KeySchema',
  'LocalSecondaryIndexes',
  'GlobalSecondaryIndexes',
  'VectorIndexes',
  'BillingMode',
  'ProvisionedThroughput',
  'OnDemandThroughput',
  'WarmThroughput',
  'StreamSpecification',
] as const

export function readJoining(
  input: CreateTableInput & { readonly GlobalTableSourceArn: string },
  { caller }: DraftContext,
): JoiningRequest {
  const { GlobalTableSourceArn: arn, GlobalTableSettingsReplicationMode: mode } = input
  // Without accounts of their own there is nobody to join.
  if (caller.isShared === true) refuseUnsupported({ GlobalTableSourceArn: arn })
  const given = followed.find((member) => input[member] !== undefined)
  if (given !== undefined) {
    throw validation(
      `${given} cannot be specified together with GlobalTableSourceArn: it is that of the source table.`,
    )
  }
  if (mode !== 'ENABLED') {
    throw validation(
      'GlobalTableSettingsReplicationMode must be ENABLED for a table that joins a table of another account.',
    )
  }
  const source = parseTableArn(arn)
  if (source === undefined) {
    throw invalidParameter(`Provided Arn is not a DynamoDB resource arn: ${arn}`)
  }
  const { account, region } = caller
  const name = requireTableName(caller, input.TableName)
  requireOtherPlace(source, { account, region }, name)
  const tableClass = checkedTableClass(input.TableClass)
  return {
    account,
    region,
    name,
    source,
    sourceArn: tableArn(source, source.tableName),
    own: {
      tags: checkedTags(tagRequests(input.Tags ?? [])),
      deletionProtection: input.DeletionProtectionEnabled ?? false,
      tableClass: tableClass === undefined ? undefined : { name: tableClass },
      encryption: ownEncryption(input, caller),
    },
  }
}

function requireOtherPlace(source: TableArn, { account, region }: Scope, name: string): void {
  if (source.tableName !== name) {
    throw validation(`A replica has the name of its source table: ${source.tableName}`)
  }
  if (source.account === account || source.region === region) {
    throw validation(
      'GlobalTableSourceArn must name a table in another account and in another Region.',
    )
  }
}

/** AWS: keys that a service manages cannot be used between accounts. */
function ownEncryption({ SSESpecification }: CreateTableInput, caller: DraftContext['caller']) {
  const encryption = checkedEncryption(caller, encryptionRequest(SSESpecification))
  if (encryption?.enabled === true && chosenKeyOf(encryption) === undefined) {
    throw validation(
      'A multi-account global table can be encrypted with keys owned by DynamoDB or with customer managed keys only.',
    )
  }
  return encryption
}
