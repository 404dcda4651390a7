/** Another deployment, asked by its operations. */
import type { Deployment, DeploymentFacts } from '../replication/deployment.js'
import { linkLookMsMax } from './limits.js'
import type { LinkClient } from './link-client.js'

export class RemoteDeployment implements Deployment {
  readonly #client: LinkClient

  constructor(client: LinkClient) {
    this.#client = client
  }

  async describe(): Promise<DeploymentFacts> {
    const manner = { timeoutMs: linkLookMsMax, isAsked: true }
    const told = await this.#client.call('gramme.DescribeDeployment', {}, manner)
    return {
      id: told.DeploymentId ?? '',
      protocolVersion: told.ProtocolVersion ?? 0,
      account: told.AccountId ?? '',
      nowMs: told.TimeMilliseconds ?? 0,
    }
  }
}
