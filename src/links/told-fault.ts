/** Why a call to another deployment failed, in a sentence for whoever has to repair it. */
import { DeploymentFault } from '../replication/deployment.js'
import type { LinkAnswer } from './post.js'
import type { ToldError } from './link-codec.js'

/** No answer came. */
export function noAnswer(origin: string, error: unknown): DeploymentFault {
  const { code, name, message } = error as { code?: string; name?: string; message?: string }
  if (name === 'TimeoutError' || code === 'ABORT_ERR') {
    return unreachable(`${origin} does not answer in time.`)
  }
  const known = reasons[code ?? '']
  if (known !== undefined) return unreachable(`${origin}: ${known} (${code}).`)
  return unreachable(`${origin} does not answer: ${code ?? message ?? String(error)}.`)
}

function unreachable(sentence: string): DeploymentFault {
  return new DeploymentFault('unreachable', sentence)
}

const unknownAuthority =
  'its certificate is signed by nobody whom this side trusts; give the link its authority'

/** By the code that Node gives them. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'the name is not known',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    'it asks for a client certificate, and the link has none',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'the client certificate of the link has expired',
  'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED': 'the client certificate of the link has expired',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'it does not trust the client certificate of the link',
  ECONNRESET:
    'it closed the connection; if it asks for client certificates, it may not accept that of the link',
  EPROTO: 'it does not speak TLS, or another one',
}

const denials = new Set([
  'AccessDeniedException',
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'IncompleteSignatureException',
  'MissingAuthenticationTokenException',
  'ExpiredTokenException',
])

/** An answer came that is no result. */
export function refusal(
  origin: string,
  operation: string,
  { status }: LinkAnswer,
  error: ToldError | undefined,
): DeploymentFault {
  if (error === undefined) {
    const kind = status >= 500 ? 'unreachable' : 'incompatible'
    return new DeploymentFault(kind, `${origin} answered ${operation} with status ${status}.`)
  }
  const { type, message } = error
  if (denials.has(type)) {
    const sentence = `${origin} refuses the key of the link: ${type}: ${message}`
    return new DeploymentFault('denied', sentence)
  }
  if (type === 'UnknownOperationException') {
    const sentence = `${origin} has no ${operation}: it is another program, or an older version.`
    return new DeploymentFault('incompatible', sentence)
  }
  if (status >= 500 || type === 'ThrottlingException') {
    return unreachable(`${origin} cannot answer ${operation} now: ${type}: ${message}`)
  }
  return new DeploymentFault('refused', message)
}
