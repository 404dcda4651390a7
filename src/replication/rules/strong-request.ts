/**
 * What UpdateTable can ask of a strongly consistent global table, and what can be refused without looking at
 * any table. It is made and ended as a whole, by one request.
 */
import { validation, type ServiceError } from '../../model/errors.js'
import { strongRegions } from '../limits.js'
import type { ReplicaAction } from './replica-requests.js'

/** What is to become of the witness: a region that only helps to decide. */
export interface WitnessAction {
  readonly kind: 'create' | 'delete'
  readonly region: string
}

export interface StrongRequest {
  readonly consistency: 'eventual' | 'strong' | undefined
  readonly actions: readonly ReplicaAction[]
  readonly witness: WitnessAction | undefined
}

/** Whether a request is about more than replicas that are added or removed one by one. */
export function isAboutConsistency({ consistency, witness }: StrongRequest): boolean {
  return consistency === 'strong' || witness !== undefined
}

/** `ownRegion` is that of the request. Does nothing for a request without strong consistency and witness. */
export function checkStrongRequest(request: StrongRequest, ownRegion: string): void {
  const { consistency, actions, witness } = request
  if (witness?.kind === 'create' && consistency !== 'strong') throw witnessNeedsStrong()
  if (witness !== undefined) requireApart(witness, actions, ownRegion)
  if (consistency !== 'strong') return
  if (actions.some(({ kind }) => kind !== 'create') || witness?.kind === 'delete') {
    throw validation(
      'Only Replica Create actions are supported when MultiRegionConsistency parameter is provided.',
    )
  }
  const others = [...new Set(actions.map(({ region }) => region))]
  requireOffered([ownRegion, ...others, ...(witness ? [witness.region] : [])])
  if (others.length + (witness ? 1 : 0) !== 2) throw wrongCount()
}

function witnessNeedsStrong(): ServiceError {
  return validation(
    'MultiRegionConsistency must be set as STRONG when GlobalTableWitnessUpdates parameter is present.',
  )
}

function requireApart(
  witness: WitnessAction,
  actions: readonly ReplicaAction[],
  ownRegion: string,
): void {
  if (actions.some(({ kind, region }) => kind === witness.kind && region === witness.region)) {
    throw validation('Cannot target multiple regions with the same action')
  }
  if (witness.kind === 'create' && witness.region === ownRegion) {
    throw validation(
      'Cannot add a witness in the same region as an existing replica when creating a global table with MultiRegionConsistency set to STRONG.',
    )
  }
}

function requireOffered(regions: readonly string[]): void {
  const others = regions.filter((region) => !strongRegions.has(region))
  if (others.length === 0) return
  throw validation(
    `Unsupported Region(s) specified for global tables with MultiRegionConsistency set to STRONG: [${others.join(', ')}].`,
  )
}

function wrongCount(): ServiceError {
  return validation(
    'Unsupported replica count for global tables with MultiRegionConsistency set to STRONG.',
  )
}
