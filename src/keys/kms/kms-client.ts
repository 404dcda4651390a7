/**
 * The AWS SDK's client for the Key Management Service. It is an optional package: it is loaded with the
 * first key that is asked for, and only servers that use such keys need it installed.
 */
import type * as Kms from '@aws-sdk/client-kms'
import type * as HttpHandlers from '@smithy/node-http-handler'
import { loadDependencyOf, packageFault } from '../../stdx/optional-package.js'
import { kmsAttemptsMax, kmsConnectMsMax, kmsRequestMsMax } from '../limits.js'

const packageName = '@aws-sdk/client-kms'

/** Why no key can be asked for; undefined if the package is installed. Loads nothing. */
export function findKmsPackageFault(from?: string): string | undefined {
  return packageFault(packageName, 'Keys of a key management service need', from)
}

export function loadKmsSdk(): Promise<typeof Kms> {
  return import('@aws-sdk/client-kms')
}

export async function openKmsClient(endpoint: string, region: string): Promise<Kms.KMSClient> {
  const { KMSClient } = await loadKmsSdk()
  const handlers = loadDependencyOf(packageName, '@smithy/node-http-handler')
  const { NodeHttpHandler } = handlers as typeof HttpHandlers
  return new KMSClient({
    region,
    endpoint,
    maxAttempts: kmsAttemptsMax,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: kmsConnectMsMax,
      requestTimeout: kmsRequestMsMax,
      throwOnRequestTimeout: true,
    }),
  })
}
