/** Clusters of DAX as they are managed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from './database-suite.js'
import {
  clusterArnOfTest as arn,
  ClusterName,
  DaxBench,
  oneNode,
  testCluster as cluster,
  transitionMs,
} from './dax-suite.js'

describe('a cluster of DAX', () => {
  it('is created, and available after a while, with the servers as its nodes', async () => {
    const bench = new DaxBench()
    const created = await bench.cluster('CreateCluster', { ...cluster, Description: 'quick' })
    assert.equal(created['Status'], 'creating')
    assert.equal(created['ClusterArn'], arn)
    assert.equal(created['ActiveNodes'], 0)
    assert.deepEqual(created['ClusterDiscoveryEndpoint'], { Port: 8111 })
    assert.equal(created['Nodes'], undefined)
    bench.clock.advance(transitionMs - 1)
    assert.equal((await bench.described())['Status'], 'creating')
    bench.clock.advance(1)
    const { PreferredMaintenanceWindow: window, ...described } = await bench.described()
    assert.match(String(window), /^(sun|mon|tue|wed|thu|fri|sat):\d\d:00-\w{3}:\d\d:00$/)
    assert.deepEqual(described, {
      ClusterName,
      Description: 'quick',
      ClusterArn: arn,
      TotalNodes: 1,
      ActiveNodes: 1,
      NodeType: 'dax.r5.large',
      Status: 'available',
      ClusterDiscoveryEndpoint: { Address: '10.0.0.1', Port: 8111, URL: 'dax://10.0.0.1:8111' },
      Nodes: [
        {
          NodeId: 'fast-a',
          Endpoint: { Address: '10.0.0.1', Port: 8111 },
          NodeCreateTime: 1,
          AvailabilityZone: 'us-east-1a',
          NodeStatus: 'available',
          ParameterGroupStatus: 'in-sync',
        },
      ],
      SubnetGroup: 'default',
      SecurityGroups: [],
      IamRoleArn: cluster['IamRoleArn'],
      ParameterGroup: {
        ParameterGroupName: 'default.dax1.0',
        ParameterApplyStatus: 'in-sync',
        NodeIdsToReboot: [],
      },
      SSEDescription: { Status: 'DISABLED' },
      ClusterEndpointEncryptionType: 'NONE',
      NetworkType: 'ipv4',
    })
  })

  it('is refused by a server without a door, which names the option', async () => {
    const bench = new DaxBench([])
    await bench.refuses('CreateCluster', cluster, 'InsufficientClusterCapacityFault', /--dax/)
  })

  it('is the only one', async () => {
    const bench = await new DaxBench().available()
    await bench.refuses('CreateCluster', cluster, 'ClusterAlreadyExistsFault')
    const other = { ...cluster, ClusterName: 'other' }
    await bench.refuses('CreateCluster', other, 'ClusterQuotaForCustomerExceededFault', /fast/)
  })

  it('has as many nodes as there are servers', async () => {
    const bench = new DaxBench([oneNode, { ...oneNode, address: '10.0.0.2' }])
    const fault = 'InsufficientClusterCapacityFault'
    await bench.refuses('CreateCluster', cluster, fault, /there are 2/)
    await bench.refuses('CreateCluster', { ...cluster, ReplicationFactor: 3 }, fault)
    await bench.ask('CreateCluster', { ...cluster, ReplicationFactor: 2 })
    bench.clock.advance(transitionMs)
    const more = { ClusterName, NewReplicationFactor: 3 }
    await bench.refuses('IncreaseReplicationFactor', more, fault)
    bench.nodes.push({ ...oneNode, address: '10.0.0.3' })
    const grown = await bench.cluster('IncreaseReplicationFactor', more)
    assert.equal(grown['Status'], 'modifying')
    bench.clock.advance(transitionMs)
    assert.equal((await bench.described())['ActiveNodes'], 3)
    const fewer = { ClusterName, NewReplicationFactor: 2 }
    await bench.refuses('DecreaseReplicationFactor', fewer, fault)
    bench.nodes.pop()
    const unknown = { ...fewer, NodeIdsToRemove: ['fast-d'] }
    await bench.refuses('DecreaseReplicationFactor', unknown, 'NodeNotFoundFault')
    await bench.ask('DecreaseReplicationFactor', { ...fewer, NodeIdsToRemove: ['fast-c'] })
    assert.equal((await bench.described())['TotalNodes'], 2)
  })

  it('is changed while it is available', async () => {
    const bench = new DaxBench()
    await bench.ask('CreateCluster', cluster)
    const change = { ClusterName, Description: 'faster' }
    await bench.refuses('UpdateCluster', change, 'InvalidClusterStateFault')
    bench.clock.advance(transitionMs)
    await bench.refuses('UpdateCluster', { ClusterName }, 'InvalidParameterValueException')
    const topic = 'arn:aws:sns:us-east-1:000000000000:news'
    const changed = await bench.cluster('UpdateCluster', {
      ...change,
      PreferredMaintenanceWindow: 'Sun:23:30-Mon:00:30',
      NotificationTopicArn: topic,
      SecurityGroupIds: ['sg-1'],
    })
    assert.equal(changed['Status'], 'modifying')
    bench.clock.advance(transitionMs)
    const described = await bench.described()
    assert.equal(described['Description'], 'faster')
    assert.equal(described['PreferredMaintenanceWindow'], 'sun:23:30-mon:00:30')
    assert.deepEqual(described['NotificationConfiguration'], {
      TopicArn: topic,
      TopicStatus: 'active',
    })
    const off = { NotificationTopicArn: '', NotificationTopicStatus: 'inactive' }
    await bench.ask('UpdateCluster', { ClusterName, ...off })
    assert.deepEqual((await bench.described())['NotificationConfiguration'], {
      TopicArn: topic,
      TopicStatus: 'inactive',
    })
  })

  it('is gone a while after it was deleted', async () => {
    const bench = await new DaxBench().available()
    const gone = await bench.cluster('DeleteCluster', { ClusterName })
    assert.equal(gone['Status'], 'deleting')
    await bench.refuses('DeleteCluster', { ClusterName }, 'InvalidClusterStateFault')
    bench.clock.advance(transitionMs)
    const missing = 'ClusterNotFoundFault'
    await bench.refuses('DeleteCluster', { ClusterName }, missing, 'Cluster not found.')
    const names = { ClusterNames: [ClusterName] }
    await bench.refuses('DescribeClusters', names, missing, 'Cluster fast not found.')
    assert.deepEqual(await bench.ask('DescribeClusters'), { Clusters: [] })
    await bench.ask('CreateCluster', cluster)
  })

  it('has the endpoint that the servers have', async () => {
    const secure = new DaxBench([oneNode], true)
    const wrong = 'InvalidParameterCombinationException'
    await secure.refuses('CreateCluster', cluster, wrong)
    await secure.ask('CreateCluster', { ...cluster, ClusterEndpointEncryptionType: 'TLS' })
    secure.clock.advance(transitionMs)
    const { ClusterDiscoveryEndpoint } = await secure.described()
    assert.equal((ClusterDiscoveryEndpoint as Json)['URL'], 'daxs://10.0.0.1:8111')
    const open = new DaxBench([{ ...oneNode, address: '::1' }])
    await open.refuses('CreateCluster', { ...cluster, ClusterEndpointEncryptionType: 'TLS' }, wrong)
    await open.refuses('CreateCluster', { ...cluster, NetworkType: 'dual_stack' }, wrong)
    await open.ask('CreateCluster', { ...cluster, NetworkType: 'ipv6' })
  })

  it('restarts no server', async () => {
    const bench = await new DaxBench().available()
    const node = (NodeId: string) => ({ ClusterName, NodeId })
    await bench.refuses('RebootNode', node('fast-b'), 'NodeNotFoundFault')
    await bench.refuses('RebootNode', node('fast-a'), 'InvalidClusterStateFault', /restarted where/)
  })

  const invalid = (what: string, input: Json, message: RegExp | string): void => {
    it(`is refused with ${what}`, async () => {
      const asked = { ...cluster, ...input }
      await new DaxBench().refuses(
        'CreateCluster',
        asked,
        'InvalidParameterValueException',
        message,
      )
    })
  }
  invalid('a name that ends with a hyphen', { ClusterName: 'a-' }, /valid identifier/)
  invalid('a name with two hyphens', { ClusterName: 'a--b' }, /valid identifier/)
  invalid('a name of 21 characters', { ClusterName: 'a'.repeat(21) }, /at most 20/)
  invalid('no node', { ReplicationFactor: 0 }, /1 to 11/)
  invalid('12 nodes', { ReplicationFactor: 12 }, /1 to 11/)
  invalid('zones for other nodes', { AvailabilityZones: ['a', 'b'] }, /one zone for each/)
  invalid('a role that is no ARN', { IamRoleArn: 'x' }, "ARNs must start with 'arn:': x")
  invalid('half an ARN', { IamRoleArn: 'arn:aws:iam' }, 'Third colon vendor not found: arn:aws:iam')
  invalid('an unknown type of nodes', { NodeType: 'huge' }, 'Invalid node type: huge')
  invalid('a short window', { PreferredMaintenanceWindow: 'sun:01:00-sun:01:59' }, /60 minutes/)
  invalid('no window', { PreferredMaintenanceWindow: 'sunday' }, /not valid/)
  invalid('a long description', { Description: 'x'.repeat(1025) }, /1024/)
})
