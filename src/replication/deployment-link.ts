/**
 * A link: where another deployment is that has a region, and how this one proves who it is there. What is
 * secret in it is sealed, together with what the link leads to: in another link it is worth nothing.
 */
import type { Scope } from '../model/arn.js'
import { systemSpace, type Get, type Mutation } from '../storage/engine.js'
import { formatSteps } from '../storage/format.js'
import { jsonRecordAt } from '../storage/json-record.js'
import { deploymentLinkKey } from '../storage/replication-keys.js'

/** As it is stored. Its scope is the region there, and the account whose tables use it. */
export interface DeploymentLink extends Scope {
  /** Without a path. */
  readonly endpoint: string
  readonly accessKeyId: string
  /** Of the secret of the key and of the key of the client's certificate. */
  readonly sealed: string
  /** Who may have signed the certificate there, in PEM form; absent: whom the system trusts. */
  readonly certificateAuthority?: string
  /** What this side shows, in PEM form. */
  readonly clientCertificate?: string
  readonly createdAtMs: number
}

/** What is sealed. */
export interface LinkSecrets {
  readonly secretAccessKey: string
  readonly clientKey?: string
}

/** A link whose secrets are open, ready to be used. */
export type OpenLink = Omit<DeploymentLink, 'sealed'> & LinkSecrets

const { encode, decode } = jsonRecordAt<DeploymentLink>(
  'deploymentLink',
  formatSteps.globalTables.revision,
)

export function getLink(scope: Scope): Get {
  return { kind: 'get', space: systemSpace, key: deploymentLinkKey(scope) }
}

export function decodeLink(record: Buffer): DeploymentLink {
  return decode(record)
}

export function putLink(link: DeploymentLink): Mutation {
  return { kind: 'put', space: systemSpace, key: deploymentLinkKey(link), value: encode(link) }
}

export function removeLinkRecord(scope: Scope): Mutation {
  return { kind: 'delete', space: systemSpace, key: deploymentLinkKey(scope) }
}
