/** Another deployment as this one knows it: where regions are that this store does not have. */
import type { Scope } from '../model/arn.js'
import type { OpenLink } from './deployment-link.js'

export interface Deployments {
  /** Undefined if no link of the account leads to the region. Throws `DeploymentFault` if it cannot be used. */
  find(scope: Scope): Promise<Deployment | undefined>
  /** By a link that need not be stored. */
  at(link: OpenLink): Deployment
}

export interface Deployment {
  describe(): Promise<DeploymentFacts>
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
