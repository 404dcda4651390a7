/** AWS CLI commands of DAX's management. */
import assert from 'node:assert/strict'
import type { Cli } from './aws-cli.js'
import type { Tally } from './tally.js'
import { until } from '../support/until.js'

const named = ['--cluster-name', 'clifast']
const role = ['--iam-role-arn', 'arn:aws:iam::000000000000:role/dax']
const shape = ['--node-type', 'dax.r5.large', '--replication-factor', '1']

interface Cluster {
  readonly Status: string
  readonly ClusterArn: string
  readonly Nodes?: readonly { readonly NodeId: string }[]
  readonly ClusterDiscoveryEndpoint: { readonly URL?: string }
  readonly ParameterGroup: { readonly ParameterGroupName: string }
}

interface Described {
  readonly Clusters?: readonly Cluster[]
  readonly Parameters?: readonly { readonly ParameterValue: string }[]
  readonly Tags?: readonly { readonly Key: string }[]
  readonly Events?: readonly { readonly Message: string }[]
}

/** `cli` takes the service as its first argument. */
export async function testDax(cli: Cli, tally: Tally): Promise<void> {
  const dax = async (...args: readonly string[]) => (await cli('dax', ...args)) as Described
  await tally.check('aws-cli: dax', async () => {
    await makesGroups(dax)
    await dax('create-cluster', ...named, ...role, ...shape, '--parameter-group-name', 'cli-short')
    const cluster = await available(dax)
    assert.match(cluster.ClusterDiscoveryEndpoint.URL ?? '', /^dax:\/\/127\.0\.0\.1:\d+$/)
    assert.equal(cluster.Nodes?.[0]?.NodeId, 'clifast-a')
    assert.equal(cluster.ParameterGroup.ParameterGroupName, 'cli-short')
    const tagged = ['--resource-name', cluster.ClusterArn]
    await dax('tag-resource', ...tagged, '--tags', 'Key=team,Value=core')
    assert.equal((await dax('list-tags', ...tagged)).Tags?.[0]?.Key, 'team')
    await dax('update-cluster', ...named, '--parameter-group-name', 'default.dax1.0')
    await available(dax)
    await assert.rejects(
      dax('reboot-node', ...named, '--node-id', 'clifast-a'),
      /\(InvalidClusterStateFault\).*restarted where it runs/,
    )
    await dax('delete-cluster', ...named)
    await until(
      async () => (await dax('describe-clusters')).Clusters?.length === 0,
      () => 'the cluster was not deleted',
    )
    const { Events = [] } = await dax('describe-events', '--duration', '60')
    assert.deepEqual(
      Events.map(({ Message }) => Message),
      ['Cluster deleted.', 'Cluster created.'],
    )
    await dax('delete-parameter-group', '--parameter-group-name', 'cli-short')
    await dax('delete-subnet-group', '--subnet-group-name', 'cli-near')
  })
}

type Dax = (...args: readonly string[]) => Promise<Described>

async function makesGroups(dax: Dax): Promise<void> {
  const group = ['--parameter-group-name', 'cli-short']
  await dax('create-parameter-group', ...group)
  const value = 'ParameterName=record-ttl-millis,ParameterValue=1000'
  await dax('update-parameter-group', ...group, '--parameter-name-values', value)
  const { Parameters } = await dax('describe-parameters', ...group)
  assert.equal(Parameters?.[1]?.ParameterValue, '1000')
  const near = ['--subnet-group-name', 'cli-near', '--subnet-ids', 'subnet-1', 'subnet-2']
  await dax('create-subnet-group', ...near)
}

async function available(dax: Dax): Promise<Cluster> {
  let found: Cluster | undefined
  await until(
    async () => {
      found = (await dax('describe-clusters', '--cluster-names', 'clifast')).Clusters?.[0]
      return found?.Status === 'available'
    },
    () => `the cluster is ${found?.Status}`,
  )
  return found!
}
