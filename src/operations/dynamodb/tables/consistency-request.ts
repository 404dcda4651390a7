/** What an UpdateTable asks for about the consistency of a global table, in our types. */
import type { UpdateTableInput } from '../../../api/generated/dynamodb-types.js'
import { tableArn } from '../../../model/arn.js'
import {
  noReplicaActions,
  severalKinds,
  type ReplicaAction,
} from '../../../replication/rules/replica-requests.js'
import type { StrongRequest, WitnessAction } from '../../../replication/rules/strong-request.js'
import type { Access } from '../../access.js'
import type { NamedTable } from '../../named-table.js'

export function consistencyRequestOf(
  { MultiRegionConsistency, GlobalTableWitnessUpdates = [] }: UpdateTableInput,
  actions: readonly ReplicaAction[],
): StrongRequest {
  // The model allows one.
  const [update] = GlobalTableWitnessUpdates
  return {
    consistency: MultiRegionConsistency && consistencies[MultiRegionConsistency],
    actions,
    witness: update && witnessActionOf(update),
  }
}

const consistencies = { EVENTUAL: 'eventual', STRONG: 'strong' } as const

type WitnessUpdate = NonNullable<UpdateTableInput['GlobalTableWitnessUpdates']>[number]

function witnessActionOf({ Create, Delete }: WitnessUpdate): WitnessAction {
  if (Create && Delete) throw severalKinds()
  if (Create) return { kind: 'create', region: Create.RegionName }
  if (Delete) return { kind: 'delete', region: Delete.RegionName }
  throw noReplicaActions()
}

/** The right that a witness needs in its region. */
export function witnessAccess(
  { account, name }: NamedTable,
  { witness }: StrongRequest,
): readonly Access[] {
  if (witness === undefined) return []
  const { kind, region } = witness
  const action =
    kind === 'create' ? 'dynamodb:CreateGlobalTableWitness' : 'dynamodb:DeleteGlobalTableWitness'
  return [{ action, resource: tableArn({ account, region }, name) }]
}
