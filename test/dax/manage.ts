/** Calls of the management API of DAX. */
import assert from 'node:assert/strict'
import { testCredentials, type Json } from '../support/client.js'
import { signedHeaders } from '../support/sign.js'

export async function manageDax(url: string, operation: string, input: Json): Promise<Json> {
  const body = JSON.stringify(input)
  const { host } = new URL(url)
  const target = `AmazonDAXV3.${operation}`
  const signed = signedHeaders(testCredentials, {
    ...{ host, target, body, at: new Date(), service: 'dax' },
  })
  const headers = { ...signed, 'content-type': 'application/x-amz-json-1.1' }
  const answer = await fetch(url, { method: 'POST', body, headers })
  const text = await answer.text()
  assert.equal(answer.status, 200, `${operation}: ${text}`)
  return JSON.parse(text) as Json
}

export const daxCluster = {
  ClusterName: 'fast',
  NodeType: 'dax.r5.large',
  ReplicationFactor: 1,
  IamRoleArn: 'arn:aws:iam::000000000000:role/dax',
} as const
