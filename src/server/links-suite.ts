/** Two deployments on this machine, for tests of what is between them. */
import { until } from '../../test/support/until.js'
import type { Endpoint } from '../links/sign-request.js'
import type { Gramme } from './gramme-interface.js'
import type { GrammeOptions } from './gramme-options.js'
import { callTo } from './endpoint-call.js'
import { createGramme } from './gramme.js'
import type { JsonCall } from './json-call.js'

export const rootKey = { accessKeyId: 'rootOfTests', secretAccessKey: 'secretOfRootOfTests1' }

export interface TestDeployment {
  readonly gramme: Gramme
  readonly region: string
  readonly url: string
  readonly call: JsonCall
  [Symbol.asyncDispose](): Promise<void>
}

export async function deployment(
  region: string,
  options: GrammeOptions = {},
): Promise<TestDeployment> {
  const gramme = createGramme({ port: 0, logLevel: 'silent', inMemory: true, ...options })
  await gramme.start()
  const { host, port } = gramme.address
  const url = `${options.tlsCert === undefined ? 'http' : 'https'}://${host}:${port}`
  const endpoint: Endpoint = { ...rootKey, url: new URL(url), region }
  const call = callTo(endpoint)
  return { gramme, region, url, call, [Symbol.asyncDispose]: () => gramme.stop() }
}

export const inIamMode: GrammeOptions = {
  auth: 'iam',
  rootAccessKeyId: rootKey.accessKeyId,
  rootSecretAccessKey: rootKey.secretAccessKey,
}

export function linkTo({ region, url }: TestDeployment) {
  const { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey } = rootKey
  return { Region: region, Endpoint: url, AccessKeyId, SecretAccessKey }
}

/** A table with the key `pk`, in the region of the deployment and then in another one; filled in between. */
export async function createGlobalTable(
  { call }: TestDeployment,
  TableName: string,
  RegionName: string,
  fill: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  await call('dynamodb.CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  })
  await fill()
  const ReplicaUpdates = [{ Create: { RegionName } }]
  await call('dynamodb.UpdateTable', { TableName, ReplicaUpdates })
  const isThere = async () => {
    const { Table } = await call('dynamodb.DescribeTable', { TableName })
    return Table?.Replicas?.[0]?.ReplicaStatus === 'ACTIVE'
  }
  await until(isThere, () => 'the replica does not become ACTIVE')
}
