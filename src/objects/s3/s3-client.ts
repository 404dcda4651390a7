/**
 * The AWS SDK's client for S3. It is an optional package: most servers keep buckets in a folder, so it is
 * loaded with the first request, and only servers that use S3 need it installed.
 */
import type * as S3 from '@aws-sdk/client-s3'
import type * as HttpHandlers from '@smithy/node-http-handler'
import { loadDependencyOf, packageFault } from '../../stdx/optional-package.js'
import { s3AttemptsMax, s3ConnectMsMax, s3RequestMsMax } from '../limits.js'

const packageName = '@aws-sdk/client-s3'

export type S3Sdk = typeof S3

/** Why S3 cannot be used; undefined if the package is installed. Loads nothing. */
export function findS3PackageFault(from?: string): string | undefined {
  return packageFault(packageName, 'Buckets in S3 need', from)
}

export interface OpenS3Client {
  readonly sdk: S3Sdk
  readonly client: S3.S3Client
}

export async function openS3Client(endpoint: string): Promise<OpenS3Client> {
  const sdk = await import('@aws-sdk/client-s3')
  const handlers = loadDependencyOf(packageName, '@smithy/node-http-handler')
  const { NodeHttpHandler } = handlers as typeof HttpHandlers
  const client = new sdk.S3Client({
    endpoint,
    region: process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? 'us-east-1',
    followRegionRedirects: true,
    // The names of buckets need not be names of hosts, and are not at most services other than AWS's.
    forcePathStyle: true,
    maxAttempts: s3AttemptsMax,
    // Content-MD5 is sent instead, which every service knows.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: new NodeHttpHandler({
      connectionTimeout: s3ConnectMsMax,
      // A connection without any traffic.
      socketTimeout: s3RequestMsMax,
    }),
  })
  return { sdk, client }
}
