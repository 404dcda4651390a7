/** The requests of the bench: one item of about 1 KB under many keys, rendered once. */
import type { Item } from '../../src/model/item.js'
import { sampleItems } from '../stored-form/sample-items.js'

export type Operation = 'GetItem' | 'PutItem'

export const tableName = 'bench'
export const keyCount = 1000

const sample = sampleItems.find(({ name }) => name === '1 KB')!.item

export function itemOf(index: number): Item {
  return { ...sample, ...keyOf(index) }
}

function keyOf(index: number): Item {
  return { pk: { S: `customer#${index}` }, sk: { S: 'order#2026-03-14T09:26:53.589Z' } }
}

export function inputOf(operation: Operation, index: number): object {
  return operation === 'GetItem'
    ? { TableName: tableName, Key: keyOf(index) }
    : { TableName: tableName, Item: itemOf(index) }
}

export const targetHeader = 'x-amz-target'
export const targetPrefix = 'DynamoDB_20120810.'

/** What the SDKs send, as far as a server reads it. The signature is not checked. */
export function headersOf(operation: string): Readonly<Record<string, string>> {
  return {
    [targetHeader]: targetPrefix + operation,
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-date': '20260101T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKID/20260101/us-east-1/dynamodb/aws4_request, ' +
      'SignedHeaders=host, Signature=0',
  }
}

/** A whole request as it goes over the socket. */
export function rawRequest(operation: Operation, index: number, port: number): Buffer {
  const body = JSON.stringify(inputOf(operation, index))
  const headers = {
    host: `127.0.0.1:${port}`,
    ...headersOf(operation),
    'content-length': String(Buffer.byteLength(body)),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`POST / HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
