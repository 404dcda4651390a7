/** Another deployment as this one knows it: where regions are that this store does not have. */
import type { Scope } from '../model/arn.js'
import type { TableDefinition } from '../model/table.js'
import type { ChangeSource } from './change-source.js'
import type { OpenLink } from './deployment-link.js'
import type { OwnCopy, ToldGroup } from './merge-groups.js'

export interface Deployments {
  /** Undefined if no link of the account leads to the region. Throws `DeploymentFault` if it cannot be used. */
  find(scope: Scope): Promise<Deployment | undefined>
  /** By a link that need not be stored. */
  at(link: OpenLink): Deployment
}

export interface Deployment {
  describe(): Promise<DeploymentFacts>
  /** Throws `DeploymentFault` if it cannot have a member in its region. */
  prepare(wanted: WantedMember): Promise<void>
  /** Asks it to have a member, which our copy names, and resolves with its copy. Again does nothing. */
  join(copy: OwnCopy, memberId: string): Promise<ToldGroup>
  /** Tells it our copy, and resolves with its own; `isAsked` if a client waits for that. */
  exchange(copy: OwnCopy, isAsked: boolean): Promise<ToldGroup>
  /** What a member there shares with the others. */
  definition(member: RemoteMember): Promise<TableDefinition | undefined>
  /** Asks it to remove a member. */
  leave(member: RemoteMember): Promise<void>
  source(member: RemoteMember, readerId: string): ChangeSource
}

export interface RemoteMember {
  readonly tableName: string
  readonly memberId: string
}

export interface WantedMember {
  readonly tableName: string
  /** Of the members that are there already: it has to reach all of them. */
  readonly regions: readonly string[]
}

export interface DeploymentFacts {
  /** Of the database: all its servers have the same. */
  readonly id: string
  /** What its servers and this one can say to each other. */
  readonly protocolVersion: number
  /** Of the key that the link has there. */
  readonly account: string
  /** By its clock. */
  readonly nowMs: number
}

/** The other side does not answer, or refuses. The message is a whole sentence for people. */
export class DeploymentFault extends Error {
  override readonly name = 'DeploymentFault'

  constructor(
    readonly kind: DeploymentFaultKind,
    message: string,
  ) {
    super(message)
  }
}

/** No answer came; it refuses the key; it refuses the request; what it says means nothing here. */
export type DeploymentFaultKind = 'unreachable' | 'denied' | 'refused' | 'incompatible'

/** Renewed when requests or answers change their meaning. */
export const replicationProtocolVersion = 1

export const noDeployments: Deployments = {
  find: async () => undefined,
  at() {
    throw new DeploymentFault('unreachable', 'This server cannot call other deployments.')
  },
}
