/** The deployments that the links of a store lead to. A link that was changed gets a new client. */
import { DeploymentFault, type Deployment, type Deployments } from '../replication/deployment.js'
import type { OpenLink } from '../replication/deployment-link.js'
import type { LinkStore } from '../replication/link-store.js'
import type { Scope } from '../model/arn.js'
import { LinkClient, type LinkClientParts } from './link-client.js'
import { RemoteDeployment } from './remote-deployment.js'

export interface LinkedParts extends LinkClientParts {
  readonly links: LinkStore
}

interface KnownLink {
  readonly sealed: string
  readonly client: LinkClient
}

export class LinkedDeployments implements Deployments {
  readonly #parts: LinkedParts
  readonly #known = new Map<string, KnownLink>()

  constructor(parts: LinkedParts) {
    this.#parts = parts
  }

  async find(scope: Scope): Promise<Deployment | undefined> {
    const { links } = this.#parts
    const link = await links.find(scope)
    if (link === undefined) return undefined
    const name = `${link.account} ${link.region}`
    const known = this.#known.get(name)
    if (known?.sealed === link.sealed) return new RemoteDeployment(known.client)
    known?.client.close()
    this.#known.delete(name)
    const open = links.open(link)
    if (open === undefined) {
      const sentence = `The link to ${link.region} was made by another database; add it again.`
      throw new DeploymentFault('incompatible', sentence)
    }
    const client = new LinkClient(open, this.#parts)
    this.#known.set(name, { sealed: link.sealed, client })
    return new RemoteDeployment(client)
  }

  at(link: OpenLink): Deployment {
    return new RemoteDeployment(new LinkClient(link, this.#parts))
  }

  close(): void {
    for (const { client } of this.#known.values()) client.close()
    this.#known.clear()
  }
}
