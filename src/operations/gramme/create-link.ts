/**
 * CreateLink: says where another deployment is that has a region. It is asked at once who it is, so that a
 * link that cannot work is refused by the reason why.
 */
import { DeploymentFault, replicationProtocolVersion } from '../../replication/deployment.js'
import type { LinkDraft } from '../../replication/link-store.js'
import { validation } from '../../model/errors.js'
import { onAnything } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
import { describeLink } from './described-link.js'
import { linkExists, linkFailed } from './errors.js'

export const createLink = operation('gramme.CreateLink', {
  read(input, { caller: { account, region, isShared } }) {
    const { Region, Endpoint, AccessKeyId, SecretAccessKey } = input
    const { CertificateAuthority, ClientCertificate, ClientPrivateKey } = input
    if (isShared === true) throw validation('All regions are one here, so none can be elsewhere.')
    if (Region === region) throw validation(`This call is for ${Region}, so that region is here.`)
    if ((ClientCertificate === undefined) !== (ClientPrivateKey === undefined)) {
      throw validation('ClientCertificate and ClientPrivateKey are given together.')
    }
    const draft: LinkDraft = {
      account,
      region: Region,
      endpoint: new URL(Endpoint).origin,
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      ...(CertificateAuthority !== undefined && { certificateAuthority: CertificateAuthority }),
      ...(ClientCertificate !== undefined && { clientCertificate: ClientCertificate }),
      ...(ClientPrivateKey !== undefined && { clientKey: ClientPrivateKey }),
    }
    return { draft, mayReplace: input.Replace === true }
  },

  access: () => [onAnything('gramme:CreateLink')],

  async run(ctx, { draft, mayReplace }) {
    await refuseOwnRegion(ctx, draft)
    await refuseUnfit(ctx, draft)
    const link = await ctx.links.create(draft, mayReplace)
    if (link === undefined) throw linkExists(draft.region)
    return { output: { Link: describeLink(link) } }
  },
})

/** A region is in one place: its tables are either here or there. */
async function refuseOwnRegion({ catalog }: OperationContext, draft: LinkDraft): Promise<void> {
  const { names } = await catalog.listTables(draft, undefined, 1)
  if (names.length === 0) return
  throw validation(
    `There are tables of ${draft.region} in this deployment, such as ${names[0]}. A region cannot be here and elsewhere.`,
  )
}

async function refuseUnfit(ctx: OperationContext, draft: LinkDraft): Promise<void> {
  const { createdAtMs, link } = { createdAtMs: ctx.clock.now(), link: draft }
  try {
    const there = (await ctx.deployments()).at({ ...link, createdAtMs })
    const fault = unfitness(ctx, draft, await there.describe())
    if (fault !== undefined) throw linkFailed(fault)
  } catch (error) {
    throw error instanceof DeploymentFault ? linkFailed(error.message) : error
  }
}

interface Told {
  readonly id: string
  readonly account: string
  readonly protocolVersion: number
}

function unfitness(
  { deploymentId }: OperationContext,
  { endpoint, account: own }: LinkDraft,
  { id, account, protocolVersion }: Told,
): string | undefined {
  if (id === deploymentId)
    return `${endpoint} is this deployment itself, or has a copy of its data.`
  if (account !== own) {
    return `The key belongs to account ${account} at ${endpoint}; it has to be of account ${own}.`
  }
  if (protocolVersion === replicationProtocolVersion) return undefined
  return `${endpoint} speaks version ${protocolVersion} between deployments, this server version ${replicationProtocolVersion}.`
}
