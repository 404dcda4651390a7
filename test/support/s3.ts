/** An S3 client for the buckets of the server under test. */
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'

export function s3Client(url: string, options: S3ClientConfig = {}): S3Client {
  return new S3Client({
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' },
    forcePathStyle: true,
    maxAttempts: 1,
    ...options,
  })
}

/** An address that whoever has it may use. Signatures are not verified, so any will do. */
export function presigned(url: string, path: string): string {
  const parameters = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': 'AKIDEXAMPLE/20260101/us-east-1/s3/aws4_request',
    'X-Amz-Date': '20260101T000000Z',
    'X-Amz-Expires': '900',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': '0'.repeat(64),
  }
  return `${url}${path}?${new URLSearchParams(parameters).toString()}`
}
