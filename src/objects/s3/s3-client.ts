/**
 * The AWS SDK's client for S3. It is an optional package: most servers keep buckets in a folder, so it is
 * loaded with the first request, and only servers that use S3 need it installed.
 */
import { createRequire } from 'node:module'
import type * as S3 from '@aws-sdk/client-s3'
import type * as HttpHandlers from '@smithy/node-http-handler'
import { s3AttemptsMax, s3ConnectMsMax, s3RequestMsMax } from '../limits.js'

const packageName = '@aws-sdk/client-s3'

export type S3Sdk = typeof S3

/** Why S3 cannot be used; undefined if the package is installed. Loads nothing. */
export function findS3PackageFault(from: string = import.meta.url): string | undefined {
  try {
    createRequire(from).resolve(packageName)
    return undefined
  } catch {
    return `Buckets in S3 need a package that is not installed; run npm install ${packageName}.`
  }
}

export interface OpenS3Client {
  readonly sdk: S3Sdk
  readonly client: S3.S3Client
}

export async function openS3Client(endpoint: string): Promise<OpenS3Client> {
  const sdk = await import('@aws-sdk/client-s3')
  const { NodeHttpHandler } = loadHttpHandlers()
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

/** The copy that the SDK depends on, so that there is only one package to install. */
function loadHttpHandlers(): typeof HttpHandlers {
  const sdk = createRequire(import.meta.url).resolve(packageName)
  return createRequire(sdk)('@smithy/node-http-handler') as typeof HttpHandlers
}
