/**
 * The AWS SDK's client for Kinesis. It is an optional package: most servers never deliver anything,
 * so it is loaded with the first delivery, and only servers that deliver need it installed.
 */
import type * as Kinesis from '@aws-sdk/client-kinesis'
import type * as HttpHandlers from '@smithy/node-http-handler'
import { loadDependencyOf, packageFault } from '../stdx/optional-package.js'
import { kinesisConnectMsMax, kinesisRequestMsMax } from './limits.js'

const packageName = '@aws-sdk/client-kinesis'

export type KinesisSdk = typeof Kinesis

/** Why nothing can be delivered; undefined if the package is installed. Loads nothing. */
export function findKinesisPackageFault(from?: string): string | undefined {
  return packageFault(packageName, 'Delivery to Kinesis needs', from)
}

export function loadKinesisSdk(): Promise<KinesisSdk> {
  return import('@aws-sdk/client-kinesis')
}

export async function openKinesisClient(
  endpoint: string,
  region: string,
): Promise<Kinesis.KinesisClient> {
  const { KinesisClient } = await loadKinesisSdk()
  const handlers = loadDependencyOf(packageName, '@smithy/node-http-handler')
  const { NodeHttpHandler } = handlers as typeof HttpHandlers
  return new KinesisClient({
    region,
    endpoint,
    // The delivery decides when to retry.
    maxAttempts: 1,
    // The SDK's default is HTTP/2, which endpoints other than AWS's seldom support.
    requestHandler: new NodeHttpHandler({
      connectionTimeout: kinesisConnectMsMax,
      requestTimeout: kinesisRequestMsMax,
      throwOnRequestTimeout: true,
    }),
  })
}
