/** A request as it is sent over the socket: the parts of what SDKs send that a server reads. */
import { signed, type SigningCredentials } from './sign.js'

export const targetHeader = 'x-amz-target'
export const targetPrefix = 'DynamoDB_20120810.'
const streamsPrefix = 'DynamoDBStreams_20120810.'
const streamsOperations = new Set(['DescribeStream', 'GetShardIterator', 'GetRecords'])

/** With a signature that is none. */
export function headersOf(operation: string): Readonly<Record<string, string>> {
  return {
    [targetHeader]: (streamsOperations.has(operation) ? streamsPrefix : targetPrefix) + operation,
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-date': '20260101T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKID/20260101/us-east-1/dynamodb/aws4_request, ' +
      'SignedHeaders=host, Signature=0',
  }
}

export interface RawRequest {
  readonly operation: string
  readonly body: string
  readonly port: number
  /** Without them the signature is one that only a server in open mode accepts. */
  readonly credentials?: SigningCredentials
}

export function rawRequest({ operation, body, port, credentials }: RawRequest): Buffer {
  const unsigned = { host: `127.0.0.1:${port}`, ...headersOf(operation) }
  const headers = {
    ...(credentials === undefined
      ? unsigned
      : signed({ headers: unsigned, body, service: 'dynamodb' }, credentials)),
    'content-length': String(Buffer.byteLength(body)),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`POST / HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
