import type { Link } from '../../api/generated/gramme-types.js'
import type { DeploymentLink } from '../../replication/deployment-link.js'

/** Without what is secret. */
export function describeLink(link: DeploymentLink): Link {
  return {
    Region: link.region,
    Endpoint: link.endpoint,
    AccessKeyId: link.accessKeyId,
    CreationDateTime: link.createdAtMs / 1000,
    HasCertificateAuthority: link.certificateAuthority !== undefined,
    HasClientCertificate: link.clientCertificate !== undefined,
  }
}
