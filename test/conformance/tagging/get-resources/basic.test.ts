/** GetResources: tables by tag, type and name, in pages. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  GetResourcesCommand,
  GetTagKeysCommand,
  ResourceGroupsTaggingAPIClient,
  type GetResourcesCommandInput,
} from '@aws-sdk/client-resource-groups-tagging-api'
import { connect, testCredentials } from '../../../support/client.js'
import { exchange } from '../../../support/http.js'
import { partitionOnly } from '../../../support/tables.js'

const { region } = testCredentials
/** An account without other tables. */
const accessKeyId = String(Date.now()).slice(-12).padStart(12, '7')
const client = (await connect()).as({ accessKeyId })
const { url } = client

function taggingIn(regionName: string): ResourceGroupsTaggingAPIClient {
  const { secretAccessKey } = testCredentials
  const credentials = { accessKeyId, secretAccessKey }
  return new ResourceGroupsTaggingAPIClient({ endpoint: url, region: regionName, credentials })
}

const tagging = taggingIn(region)

type Tags = Readonly<Record<string, string>>

async function tableWith(tags: Tags): Promise<string> {
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }))
  const shape = { ...partitionOnly(), ...(Tags.length > 0 && { Tags }) }
  const name = await client.createTable(shape)
  return `arn:aws:dynamodb:${region}:${accessKeyId}:table/${name}`
}

const live = await tableWith({ env: 'live', team: 'core' })
const test = await tableWith({ env: 'test' })
const bare = await tableWith({})
const byName = (left: string, right: string) => (left < right ? -1 : 1)

function search(input: GetResourcesCommandInput, api = tagging) {
  return api.send(new GetResourcesCommand(input))
}

async function arnsOf(input: GetResourcesCommandInput): Promise<readonly string[]> {
  const { ResourceTagMappingList = [] } = await search(input)
  return ResourceTagMappingList.map(({ ResourceARN }) => ResourceARN!)
}

const both = [live, test].sort(byName)

describe('GetResources', () => {
  it('finds tables that have tags, in the order of their names', async () => {
    const { ResourceTagMappingList = [], PaginationToken } = await search({})
    assert.equal(PaginationToken, '')
    const found = ResourceTagMappingList.map(({ ResourceARN }) => ResourceARN)
    assert.deepEqual(found, both)
    const first = ResourceTagMappingList.find(({ ResourceARN }) => ResourceARN === test)
    assert.deepEqual(first, { ResourceARN: test, Tags: [{ Key: 'env', Value: 'test' }] })
  })

  const filters: readonly (readonly [string, GetResourcesCommandInput, readonly string[]])[] = [
    ['a key', { TagFilters: [{ Key: 'env' }] }, both],
    ['a key and a value', { TagFilters: [{ Key: 'env', Values: ['live'] }] }, [live]],
    ['any of the values', { TagFilters: [{ Key: 'env', Values: ['live', 'test'] }] }, both],
    ['all keys', { TagFilters: [{ Key: 'env' }, { Key: 'team', Values: ['core'] }] }, [live]],
    ['a key that no table has', { TagFilters: [{ Key: 'Env' }] }, []],
    ['a service', { ResourceTypeFilters: ['dynamodb'] }, both],
    ['a type of resource', { ResourceTypeFilters: ['s3', 'dynamodb:table'] }, both],
    ['another service', { ResourceTypeFilters: ['ec2:instance'] }, []],
    ['names', { ResourceARNList: [test, bare, `${live}-none`, 'arn:aws:s3:::bucket'] }, [test]],
  ]
  for (const [what, input, expected] of filters) {
    it(`finds by ${what}`, async () => assert.deepEqual(await arnsOf(input), expected))
  }

  it('knows the tables of its region only', async () => {
    const elsewhere = await search({}, taggingIn('ap-south-2'))
    assert.deepEqual(elsewhere.ResourceTagMappingList, [])
  })

  it('reports every table as compliant', async () => {
    const { ResourceTagMappingList = [] } = await search({ IncludeComplianceDetails: true })
    for (const { ComplianceDetails } of ResourceTagMappingList) {
      assert.equal(ComplianceDetails?.ComplianceStatus, true)
    }
    const none = { IncludeComplianceDetails: true, ExcludeCompliantResources: true }
    assert.deepEqual(await arnsOf(none), [])
  })
})

describe('pages of GetResources', () => {
  it('continue where the last one ended', async () => {
    const first = await search({ ResourcesPerPage: 1 })
    assert.equal(first.ResourceTagMappingList?.[0]?.ResourceARN, both[0])
    const { PaginationToken } = first
    assert.notEqual(PaginationToken, '')
    const second = await search({ ResourcesPerPage: 1, PaginationToken })
    assert.equal(second.ResourceTagMappingList?.[0]?.ResourceARN, both[1])
    assert.equal(second.PaginationToken, '')
  })

  it('end after this many tags', async () => {
    const { ResourceTagMappingList } = await search({ TagsPerPage: 100 })
    assert.equal(ResourceTagMappingList?.length, 2)
  })

  it('belong to the search they came from', async () => {
    const { PaginationToken } = await search({ ResourcesPerPage: 1 })
    const other = { TagFilters: [{ Key: 'env' }], PaginationToken }
    await assert.rejects(search(other), { name: 'InvalidParameterException' })
    await assert.rejects(search({ PaginationToken: 'made up' }), {
      name: 'InvalidParameterException',
      message: 'The PaginationToken is not valid for this request',
    })
  })
})

describe('GetResources refuses', () => {
  const refused: readonly (readonly [string, GetResourcesCommandInput])[] = [
    ['pages of no resources', { ResourcesPerPage: 0 }],
    ['pages of too many resources', { ResourcesPerPage: 101 }],
    ['pages of too few tags', { TagsPerPage: 99 }],
    ['pages of too many tags', { TagsPerPage: 501 }],
    ['names with filters', { ResourceARNList: [live], TagFilters: [{ Key: 'env' }] }],
    ['names with types', { ResourceARNList: [live], ResourceTypeFilters: ['dynamodb'] }],
    ['names with a size of pages', { ResourceARNList: [live], ResourcesPerPage: 1 }],
    ['a filter without a key', { TagFilters: [{ Values: ['live'] }] }],
    ['to exclude what is compliant without details', { ExcludeCompliantResources: true }],
  ]
  for (const [what, input] of refused) {
    it(what, async () => {
      await assert.rejects(search(input), { name: 'InvalidParameterException', $fault: 'client' })
    })
  }

  it('what its model refuses', async () => {
    const TagFilters = Array.from({ length: 51 }, (_, i) => ({ Key: `k${i}` }))
    await assert.rejects(search({ TagFilters }), {
      name: 'ValidationException',
      message: /'tagFilters' failed to satisfy constraint: Member must have length less than/,
    })
  })
})

describe('the Resource Groups Tagging API', () => {
  it('refuses operations it does not support', async () => {
    await assert.rejects(tagging.send(new GetTagKeysCommand({})), {
      name: 'UnknownOperationException',
    })
  })

  it('answers in JSON 1.1, with a UUID and without a checksum', async () => {
    const contentType = 'application/x-amz-json-1.1'
    const scope = `${accessKeyId}/20260101/${region}/tagging/aws4_request`
    const { status, headers } = await exchange(url, {
      body: '{}',
      headers: {
        'content-type': contentType,
        'x-amz-target': 'ResourceGroupsTaggingAPI_20170126.GetResources',
        'x-amz-date': '20260101T000000Z',
        authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=a`,
      },
    })
    assert.equal(status, 200)
    assert.equal(headers['content-type'], contentType)
    assert.match(String(headers['x-amzn-requestid']), /^[0-9a-f-]{36}$/)
    assert.equal(headers['x-amz-crc32'], undefined)
  })
})
