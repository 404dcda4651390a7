/** Groups, tags and events of DAX as they are managed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from './database-suite.js'
import {
  clusterArnOfTest as arn,
  ClusterName,
  DaxBench,
  testCluster as cluster,
  transitionMs,
} from './dax-suite.js'

const minuteMs = 60_000

describe('groups of DAX', () => {
  const times = (record: string, query: string) => ({
    ParameterNameValues: [
      { ParameterName: 'record-ttl-millis', ParameterValue: record },
      { ParameterName: 'query-ttl-millis', ParameterValue: query },
    ],
  })

  it('hold the parameters of a cluster', async () => {
    const bench = new DaxBench()
    const group = { ParameterGroupName: 'Short' }
    const { ParameterGroup } = await bench.ask('CreateParameterGroup', group)
    assert.deepEqual(ParameterGroup, group)
    await bench.refuses('CreateParameterGroup', group, 'ParameterGroupAlreadyExistsFault')
    await bench.ask('UpdateParameterGroup', { ...group, ...times('60000', '0') })
    const { Parameters } = await bench.ask('DescribeParameters', group)
    assert.deepEqual(
      (Parameters as readonly Json[]).map((each) => [
        each['ParameterName'],
        each['ParameterValue'],
        each['Source'],
      ]),
      [
        ['query-ttl-millis', '0', 'user'],
        ['record-ttl-millis', '60000', 'user'],
      ],
    )
    await bench.ask('CreateCluster', { ...cluster, ParameterGroupName: 'short' })
    const inUse = 'InvalidParameterGroupStateFault'
    await bench.refuses('DeleteParameterGroup', group, inUse, /in use by cluster fast/)
    bench.clock.advance(transitionMs)
    await bench.ask('UpdateCluster', { ClusterName, ParameterGroupName: 'default.dax1.0' })
    const { DeletionMessage } = await bench.ask('DeleteParameterGroup', group)
    assert.equal(DeletionMessage, 'Parameter group Short has been deleted.')
    await bench.refuses('DescribeParameters', group, 'ParameterGroupNotFoundFault')
    assert.equal(bench.changes, 5)
  })

  it('refuse other parameters, values and groups', async () => {
    const bench = new DaxBench()
    const group = { ParameterGroupName: 'short' }
    await bench.ask('CreateParameterGroup', group)
    const invalid = 'InvalidParameterValueException'
    for (const value of ['-1', '1.5', '', '9'.repeat(16)]) {
      await bench.refuses('UpdateParameterGroup', { ...group, ...times(value, '1') }, invalid)
    }
    const unknown = { ParameterNameValues: [{ ParameterName: 'x', ParameterValue: '1' }] }
    await bench.refuses('UpdateParameterGroup', { ...group, ...unknown }, invalid)
    const usual = { ParameterGroupName: 'default.dax1.0' }
    const state = 'InvalidParameterGroupStateFault'
    await bench.refuses('UpdateParameterGroup', { ...usual, ...times('1', '1') }, state)
    await bench.refuses('DeleteParameterGroup', usual, state)
    const other = { ...cluster, ParameterGroupName: 'none' }
    await bench.refuses('CreateCluster', other, 'ParameterGroupNotFoundFault')
  })

  it('are 20 at most, and described by the page', async () => {
    const bench = new DaxBench()
    for (let n = 0; n < 20; n++) {
      await bench.ask('CreateParameterGroup', { ParameterGroupName: `g${n}` })
    }
    const more = { ParameterGroupName: 'more' }
    await bench.refuses('CreateParameterGroup', more, 'ParameterGroupQuotaExceededFault')
    const first = await bench.ask('DescribeParameterGroups', { MaxResults: 20 })
    assert.equal((first['ParameterGroups'] as readonly Json[]).length, 20)
    const NextToken = first['NextToken']
    const second = await bench.ask('DescribeParameterGroups', { MaxResults: 20, NextToken })
    assert.equal((second['ParameterGroups'] as readonly Json[]).length, 1)
    assert.equal(second['NextToken'], undefined)
    const invalid = 'InvalidParameterValueException'
    await bench.refuses('DescribeSubnetGroups', { NextToken }, invalid, /next token/)
    await bench.refuses('DescribeParameterGroups', { MaxResults: 19 }, invalid)
    await bench.refuses('DescribeParameterGroups', { MaxResults: 101 }, invalid)
  })

  it('name subnets', async () => {
    const bench = new DaxBench()
    const group = { SubnetGroupName: 'near' }
    await bench.refuses('CreateSubnetGroup', { ...group, SubnetIds: ['x'] }, 'InvalidSubnet')
    const many = Array.from({ length: 21 }, (_, n) => `subnet-${n.toString(16)}`)
    const quota = 'SubnetQuotaExceededFault'
    await bench.refuses('CreateSubnetGroup', { ...group, SubnetIds: many }, quota)
    await bench.ask('CreateSubnetGroup', { ...group, SubnetIds: many.slice(1) })
    const exists = 'SubnetGroupAlreadyExistsFault'
    await bench.refuses('CreateSubnetGroup', { ...group, SubnetIds: ['subnet-1'] }, exists)
    await bench.ask('UpdateSubnetGroup', { ...group, Description: 'd', SubnetIds: ['subnet-2'] })
    assert.deepEqual(await bench.ask('DescribeSubnetGroups', { SubnetGroupNames: ['near'] }), {
      SubnetGroups: [
        { SubnetGroupName: 'near', Description: 'd', Subnets: [{ SubnetIdentifier: 'subnet-2' }] },
      ],
    })
    await bench.ask('CreateCluster', { ...cluster, SubnetGroupName: 'near' })
    await bench.refuses('DeleteSubnetGroup', group, 'SubnetGroupInUseFault', /fast/)
    await bench.refuses(
      'DeleteSubnetGroup',
      { SubnetGroupName: 'default' },
      'SubnetGroupInUseFault',
    )
    bench.clock.advance(transitionMs)
    await bench.ask('DeleteCluster', { ClusterName })
    bench.clock.advance(transitionMs)
    const { DeletionMessage } = await bench.ask('DeleteSubnetGroup', group)
    assert.equal(DeletionMessage, 'Subnet group near has been deleted.')
    await bench.refuses('UpdateSubnetGroup', group, 'SubnetGroupNotFoundFault')
  })

  it('of subnets are 50 at most', async () => {
    const bench = new DaxBench()
    const named = (n: number) => ({ SubnetGroupName: `g${n}`, SubnetIds: ['subnet-1'] })
    for (let n = 0; n < 50; n++) await bench.ask('CreateSubnetGroup', named(n))
    await bench.refuses('CreateSubnetGroup', named(50), 'SubnetGroupQuotaExceededFault')
  })
})

describe('tags of a cluster of DAX', () => {
  it('are given, changed and taken away', async () => {
    const bench = new DaxBench()
    await bench.ask('CreateCluster', { ...cluster, Tags: [{ Key: 'a', Value: '1' }] })
    const Tags = [
      { Key: 'a', Value: '2' },
      { Key: 'b', Value: '' },
    ]
    assert.deepEqual(await bench.ask('TagResource', { ResourceName: arn, Tags }), { Tags })
    assert.deepEqual(await bench.ask('ListTags', { ResourceName: ClusterName }), { Tags })
    const rest = await bench.ask('UntagResource', { ResourceName: arn, TagKeys: ['a', 'c'] })
    assert.deepEqual(rest, { Tags: [{ Key: 'b', Value: '' }] })
  })

  it('are 50 at most, and of a cluster that is there', async () => {
    const bench = await new DaxBench().available()
    const tags = Array.from({ length: 51 }, (_, n) => ({ Key: `k${n}`, Value: 'v' }))
    const named = { ResourceName: arn }
    const quota = 'TagQuotaPerResourceExceeded'
    await bench.refuses('TagResource', { ...named, Tags: tags }, quota)
    await bench.ask('TagResource', { ...named, Tags: tags.slice(1) })
    await bench.refuses('TagResource', { ...named, Tags: tags.slice(0, 1) }, quota)
    const reserved = [{ Key: 'aws:x', Value: '' }]
    const invalid = 'InvalidParameterValueException'
    await bench.refuses('TagResource', { ...named, Tags: reserved }, invalid)
    await bench.refuses('ListTags', { ResourceName: `${arn}r` }, 'ClusterNotFoundFault')
    const foreign = arn.replace('us-east-1', 'eu-west-1')
    await bench.refuses('ListTags', { ResourceName: foreign }, 'InvalidARNFault')
    await bench.refuses('ListTags', { ResourceName: 'arn:aws:x' }, 'InvalidARNFault')
  })
})

describe('events of DAX', () => {
  const messages = (answer: Json) =>
    (answer['Events'] as readonly Json[]).map((event) => event['Message'])

  it('are those of the last day, the newest first, once they have happened', async () => {
    const bench = new DaxBench()
    await bench.ask('CreateCluster', cluster)
    assert.deepEqual(await bench.ask('DescribeEvents'), { Events: [] })
    bench.clock.advance(transitionMs)
    const createdAt = bench.clock.now() / 1000
    assert.deepEqual(await bench.ask('DescribeEvents'), {
      Events: [
        {
          SourceName: ClusterName,
          SourceType: 'CLUSTER',
          Message: 'Cluster created.',
          Date: createdAt,
        },
      ],
    })
    bench.clock.advance(10 * minuteMs)
    await bench.ask('DeleteCluster', { ClusterName })
    bench.clock.advance(transitionMs)
    const both = ['Cluster deleted.', 'Cluster created.']
    assert.deepEqual(messages(await bench.ask('DescribeEvents')), both)
    assert.deepEqual(messages(await bench.ask('DescribeEvents', { Duration: 5 })), both.slice(0, 1))
    const early = { StartTime: createdAt - 60, EndTime: createdAt + 60 }
    assert.deepEqual(messages(await bench.ask('DescribeEvents', early)), both.slice(1))
    const group = { SourceType: 'PARAMETER_GROUP' }
    assert.deepEqual(messages(await bench.ask('DescribeEvents', group)), [])
    bench.clock.advance(24 * 60 * minuteMs + 1)
    assert.deepEqual(messages(await bench.ask('DescribeEvents')), [])
    const days = { Duration: 14 * 24 * 60 }
    assert.deepEqual(messages(await bench.ask('DescribeEvents', days)), both)
    const tooLong = { Duration: 14 * 24 * 60 + 1 }
    await bench.refuses('DescribeEvents', tooLong, 'InvalidParameterValueException')
    bench.clock.advance(14 * 24 * 60 * minuteMs)
    await bench.ask('CreateCluster', cluster)
    assert.deepEqual(messages(await bench.ask('DescribeEvents', days)), [])
  })
})
