/** When a table of another account can become a member. AWS documents the rules; the sentences are our own. */
import type { Scope } from '../../model/arn.js'
import { validation, type ServiceError } from '../../model/errors.js'
import type { TableDefinition } from '../../model/table.js'
import type { GlobalTable } from '../global-table.js'
import { requireSettledGroup } from './membership.js'

export function requireJoinable(
  source: Pick<TableDefinition, 'settingsReplication'>,
  group: GlobalTable | undefined,
  joining: Scope,
): void {
  if (group !== undefined && group.accounts !== 'several') {
    throw validation(
      'A table that has replicas in its own account cannot have replicas in other accounts.',
    )
  }
  if (source.settingsReplication !== 'ENABLED') {
    throw validation(
      'GlobalTableSettingsReplicationMode of the source table must be ENABLED before a table of another account can join it.',
    )
  }
  for (const { account, region } of group?.members ?? []) {
    if (account === joining.account) throw taken(`account ${account}`)
    if (region === joining.region) throw taken(`Region ${region}`)
  }
  requireSettledGroup(group)
}

function taken(place: string): ServiceError {
  return validation(
    `Each replica of a multi-account global table must have an account and a Region of its own: there already is one in ${place}.`,
  )
}

/** AWS: their members are added by CreateTable and removed by DeleteTable, each in its own account. */
export function requireOneAccount(group: GlobalTable | undefined): void {
  if (group?.accounts !== 'several') return
  throw validation(
    'Replicas of a multi-account global table are created and deleted in their own accounts: ReplicaUpdates is not supported.',
  )
}
