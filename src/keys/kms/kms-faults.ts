/** What the service says about a key, in the sentences that clients of DynamoDB get. */
import { randomUUID } from 'node:crypto'
import { KeyFault, type KeyFaultKind } from '../master-keys.js'

const javaPackage = 'com.amazonaws.services.kms.model'

export function disabledKey(arn: string): KeyFault {
  return fault('disabled', 'DisabledException', `${arn} is disabled.`)
}

export function keyPendingDeletion(arn: string): KeyFault {
  return fault('pending deletion', 'KMSInvalidStateException', `${arn} is pending deletion.`)
}

export function keyNotFound(arn: string): KeyFault {
  return fault('not found', 'NotFoundException', sentenceOfMissing(arn))
}

function sentenceOfMissing(arn: string): string {
  return arn.includes(':alias/') ? `Alias ${arn} is not found.` : `Key '${arn}' does not exist`
}

export function keyOfOtherRegion(region: string): KeyFault {
  return fault('not found', 'NotFoundException', `Invalid arn ${region}`)
}

/** AWS: asymmetric keys and those for HMAC. */
export function unsuitableKey(): KeyFault {
  const sentence =
    'EncryptionContext is supported only when creating a grant for a symmetric encryption KMS key.'
  return fault('not usable', 'AWSKMSException', sentence, 'ValidationException')
}

export function deniedKey(arn: string): KeyFault {
  const sentence = `The server is not authorized to use ${arn}`
  return fault('denied', 'AWSKMSException', sentence, 'AccessDeniedException')
}

/** What went wrong with a key that was asked for. Nobody's credentials or requests are repeated. */
export function kmsFault(error: unknown, arn: string): KeyFault {
  const name = error instanceof Error ? error.name : ''
  switch (name) {
    case 'DisabledException':
      return disabledKey(arn)
    case 'KMSInvalidStateException':
      return keyPendingDeletion(arn)
    case 'NotFoundException':
    case 'InvalidArnException':
      return keyNotFound(arn)
    case 'AccessDeniedException':
      return deniedKey(arn)
    case 'InvalidKeyUsageException':
      return unsuitableKey()
    case 'InvalidCiphertextException':
    case 'IncorrectKeyException':
      return new KeyFault('not usable', `${arn} does not open the data key.`, error)
    default:
      return new KeyFault('unreachable', 'The key management service does not answer.', error)
  }
}

function fault(
  kind: KeyFaultKind,
  className: string,
  sentence: string,
  code = className,
): KeyFault {
  const service = `Service: AWSKMS; Status Code: 400; Error Code: ${code}; Request ID: ${randomUUID()}; Proxy: null`
  return new KeyFault(kind, `${javaPackage}.${className}: ${sentence} (${service})`)
}
