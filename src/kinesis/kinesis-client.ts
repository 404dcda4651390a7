/**
 * The AWS SDK's client for Kinesis. It is an optional package: most servers never deliver anything,
 * so it is loaded with the first delivery, and only servers that deliver need it installed.
 */
import { createRequire } from 'node:module'
import type * as Kinesis from '@aws-sdk/client-kinesis'
import type * as HttpHandlers from '@smithy/node-http-handler'
import { kinesisConnectMsMax, kinesisRequestMsMax } from './limits.js'

const packageName = '@aws-sdk/client-kinesis'

export type KinesisSdk = typeof Kinesis

/** Why nothing can be delivered; undefined if the package is installed. Loads nothing. */
export function findKinesisPackageFault(from: string = import.meta.url): string | undefined {
  try {
    createRequire(from).resolve(packageName)
    return undefined
  } catch {
    const sentence = 'Delivery to Kinesis needs a package that is not installed; run npm install'
    return `${sentence} ${packageName}.`
  }
}

export function loadKinesisSdk(): Promise<KinesisSdk> {
  return import('@aws-sdk/client-kinesis')
}

export async function openKinesisClient(
  endpoint: string,
  region: string,
): Promise<Kinesis.KinesisClient> {
  const { KinesisClient } = await loadKinesisSdk()
  const { NodeHttpHandler } = loadHttpHandlers()
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

/** The copy that the SDK depends on, so that there is only one package to install. */
function loadHttpHandlers(): typeof HttpHandlers {
  const sdk = createRequire(import.meta.url).resolve(packageName)
  return createRequire(sdk)('@smithy/node-http-handler') as typeof HttpHandlers
}
