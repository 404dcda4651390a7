/** Requests about vectors that succeed: writes and what they cost, searches, an index that comes and goes, backups. */
import type { Json } from '../client.js'
import { S } from '../items.js'
import { near, searchVector, vector } from '../vectors.js'
import { distances, type CaseTables } from './case-tables.js'
import type { ClientCase } from './client-case.js'

const found = (...pairs: readonly (readonly [Json, number])[]) => ({
  SearchResults: pairs.map(([Item, Score]) => ({ Item, Score })),
})
const keyed = (...pairs: readonly (readonly [string, number])[]) =>
  found(...pairs.map(([pk, score]) => [{ pk: S(pk) }, score] as const))
const writtenBytes = (indexName: string, VectorWriteRequestBytes: number) => ({
  VectorIndexes: { [indexName]: { VectorWriteRequestBytes } },
})

export function answered(tables: CaseTables): readonly ClientCase[] {
  return [
    ...writes(tables),
    ...searches(tables),
    ...projections(tables),
    ...laterIndex(tables),
    ...backups(tables),
  ]
}

function writes({ tenants: TableName }: CaseTables): readonly ClientCase[] {
  const ReturnConsumedCapacity = 'INDEXES'
  const base = { TableName, ReturnConsumedCapacity }
  const Item = {
    pk: S('a'),
    tenant: S('t'),
    colour: S('red'),
    kept: S('x'),
    spare: S('y'),
    emb: vector(1, '0.1234567890123456789'),
  }
  const other = { pk: S('b'), tenant: S('t'), colour: S('blue'), emb: vector(0, 1) }
  const third = { pk: S('c'), tenant: S('u'), emb: vector(1, 1) }
  const capacity = { ConsumedCapacity: { CapacityUnits: 1, ...writtenBytes('near', 1024) } }
  const several = { ConsumedCapacity: [{ CapacityUnits: 1, ...writtenBytes('near', 1024) }] }
  return [
    { name: 'PutItem', operation: 'PutItem', input: { ...base, Item }, answer: capacity },
    {
      name: 'PutItem once more, at no cost for the index',
      operation: 'PutItem',
      input: { ...base, Item },
      answer: { ConsumedCapacity: { CapacityUnits: 1, VectorIndexes: null } },
    },
    {
      name: 'BatchWriteItem',
      operation: 'BatchWriteItem',
      input: {
        ReturnConsumedCapacity,
        RequestItems: { [TableName]: [{ PutRequest: { Item: other } }] },
      },
      answer: { UnprocessedItems: {}, ...several },
    },
    {
      name: 'TransactWriteItems',
      operation: 'TransactWriteItems',
      input: { ReturnConsumedCapacity, TransactItems: [{ Put: { TableName, Item: third } }] },
      answer: { ConsumedCapacity: [{ CapacityUnits: 2, ...writtenBytes('near', 1024) }] },
    },
    {
      name: 'ExecuteStatement',
      operation: 'ExecuteStatement',
      input: {
        ReturnConsumedCapacity,
        Statement: `UPDATE "${TableName}" SET emb = [2, 2] WHERE pk = 'c'`,
      },
      answer: capacity,
    },
    {
      name: 'GetItem has the numbers as they were written',
      operation: 'GetItem',
      input: { TableName, Key: { pk: S('a') }, ConsistentRead: true },
      answer: { Item },
    },
    {
      name: 'DescribeTable counts items and bytes',
      operation: 'DescribeTable',
      input: { TableName },
      answer: {
        Table: {
          ItemCount: 3,
          // Keys, scopes, colours and the others, and three vectors with four bytes a number.
          TableSizeBytes: 3 * 3 + 3 * 7 + 9 + 10 + 5 + 6 + 3 * (3 + 8),
          VectorIndexes: [
            { ItemCount: 3, IndexSizeBytes: 3 * 3 + 3 * 7 + 9 + 10 + 5 + 3 * (3 + 8) },
          ],
        },
      },
    },
  ]
}

function searches({ distances: TableName, tenants }: CaseTables): readonly ClientCase[] {
  const points: Readonly<Record<string, readonly number[]>> = {
    east: [1, 0],
    'north-east': [0.6, 0.8],
    far: [30, 40],
  }
  const nearest = {
    EUCLIDEAN: keyed(['east', 0], ['north-east', 0.8944271802902222]),
    COSINE: keyed(['east', 0]),
    DOT_PRODUCT: keyed(['far', 30], ['east', 1], ['north-east', 0.6000000238418579]),
  }
  const within = (name: string, expression: string, values: Json, answer: Json): ClientCase => ({
    name: `SearchVectors ${name}`,
    operation: 'SearchVectors',
    input: {
      TableName: tenants,
      IndexName: 'near',
      SearchVector: searchVector(1, 0),
      TopK: 10,
      SearchConditionExpression: expression,
      ExpressionAttributeValues: values,
      ProjectionExpression: 'pk',
    },
    answer,
  })
  const [t, red] = [S('t'), S('red')]
  return [
    ...Object.entries(points).map(([pk, numbers]) => ({
      name: `PutItem ${pk}`,
      operation: 'PutItem',
      input: { TableName, Item: { pk: S(pk), emb: vector(...numbers) } },
    })),
    ...distances.map((distance) => ({
      name: `SearchVectors by ${distance}`,
      operation: 'SearchVectors',
      input: {
        TableName,
        IndexName: `near-${distance}`,
        SearchVector: searchVector(1, 0),
        TopK: nearest[distance].SearchResults.length,
      },
      answer: { ...nearest[distance], ConsumedCapacity: null },
    })),
    ...['TOTAL', 'INDEXES'].map((ReturnConsumedCapacity) => ({
      name: `SearchVectors tells its cost: ${ReturnConsumedCapacity}`,
      operation: 'SearchVectors',
      input: {
        TableName,
        IndexName: 'near-COSINE',
        SearchVector: searchVector(1, 0),
        TopK: 1,
        ReturnConsumedCapacity,
      },
      answer: {
        ConsumedCapacity: { VectorSearchRequestBytes: 1024, CapacityUnits: null, TableName: null },
      },
    })),
    within(
      'in a scope',
      'tenant = :t',
      { ':t': t },
      {
        SearchResults: [{ Item: { pk: S('a') } }, { Item: { pk: S('b') } }],
      },
    ),
    within(
      'with a filter',
      'tenant = :t AND colour = :c',
      { ':t': t, ':c': red },
      {
        SearchResults: [{ Item: { pk: S('a') } }],
      },
    ),
    within('finds nothing', 'tenant = :t', { ':t': S('nobody') }, { SearchResults: [] }),
  ]
}

function projections({ tenants: TableName }: CaseTables): readonly ClientCase[] {
  const search = (name: string, ProjectionExpression: string | undefined, Item: Json) => ({
    name: `SearchVectors shows ${name}`,
    operation: 'SearchVectors',
    input: {
      TableName,
      IndexName: 'near',
      SearchVector: searchVector(1, 0),
      TopK: 1,
      SearchConditionExpression: '#t = :t',
      ExpressionAttributeNames: { '#t': 'tenant' },
      ExpressionAttributeValues: { ':t': S('t') },
      ProjectionExpression,
    },
    answer: { SearchResults: [{ Item }] },
  })
  const all = { pk: S('a'), tenant: S('t'), colour: S('red'), kept: S('x') }
  return [
    search('what is projected', undefined, { ...all, spare: null, emb: null }),
    search('the vector in 32-bit floats', 'pk, emb', {
      pk: S('a'),
      emb: vector('1.0', '0.12345679'),
      kept: null,
    }),
    search('nothing of what is not projected', 'spare', { pk: null, spare: null }),
  ]
}

function laterIndex({ late: TableName }: CaseTables): readonly ClientCase[] {
  const search = { IndexName: 'near', SearchVector: searchVector(0, 0), TopK: 5 }
  const put = (pk: string, emb: Json) => ({
    name: `PutItem ${pk} before there is an index`,
    operation: 'PutItem',
    input: { TableName, Item: { pk: S(pk), emb } },
  })
  const Delete = { IndexName: 'near' }
  return [
    put('a', vector(3, 0)),
    put('short', vector(1)),
    {
      name: 'UpdateTable creates an index',
      operation: 'UpdateTable',
      input: { TableName, VectorIndexUpdates: [{ Create: near() }] },
      answer: {
        TableDescription: {
          TableStatus: 'UPDATING',
          VectorIndexes: [{ IndexName: 'near', IndexStatus: 'CREATING', Backfilling: false }],
        },
      },
    },
    {
      name: 'DescribeTable shows the index as ACTIVE once it is built',
      operation: 'DescribeTable',
      input: { TableName },
      answer: {
        Table: {
          TableStatus: 'ACTIVE',
          VectorIndexes: [{ IndexStatus: 'ACTIVE', Backfilling: null, ItemCount: 1 }],
        },
      },
      eventually: true,
    },
    {
      name: 'SearchVectors finds what was there before its index',
      operation: 'SearchVectors',
      input: { TableName, ...search },
      answer: keyed(['a', 3]),
    },
    {
      name: 'UpdateItem changes a vector',
      operation: 'UpdateItem',
      input: {
        TableName,
        Key: { pk: S('a') },
        UpdateExpression: 'SET emb[0] = :x',
        ExpressionAttributeValues: { ':x': { N: '4' } },
        ReturnConsumedCapacity: 'INDEXES',
      },
      answer: { ConsumedCapacity: writtenBytes('near', 1024) },
    },
    {
      name: 'SearchVectors finds the changed vector',
      operation: 'SearchVectors',
      input: { TableName, ...search },
      answer: keyed(['a', 4]),
    },
    {
      name: 'DeleteItem removes a vector',
      operation: 'DeleteItem',
      input: { TableName, Key: { pk: S('a') }, ReturnConsumedCapacity: 'INDEXES' },
      answer: { ConsumedCapacity: writtenBytes('near', 1024) },
    },
    {
      name: 'SearchVectors of an empty index',
      operation: 'SearchVectors',
      input: { TableName, ...search },
      answer: { SearchResults: [] },
    },
    {
      name: 'UpdateTable deletes an index',
      operation: 'UpdateTable',
      input: { TableName, VectorIndexUpdates: [{ Delete }] },
      answer: { TableDescription: { VectorIndexes: [{ IndexStatus: 'DELETING' }] } },
    },
    {
      name: 'SearchVectors refuses a deleted index',
      operation: 'SearchVectors',
      input: { TableName, ...search },
      refusal: {
        type: 'ValidationException',
        message: 'The table does not have the specified index: near',
      },
    },
  ]
}

function backups({ tenants: TableName, missing }: CaseTables): readonly ClientCase[] {
  const kept = { IndexName: 'near', Dimensions: 2, DistanceFunction: 'COSINE' }
  return [
    {
      name: 'CreateBackup',
      operation: 'CreateBackup',
      input: { TableName, BackupName: 'vectors' },
      learns: { BackupArn: 'BackupDetails.BackupArn' },
    },
    {
      name: 'DescribeBackup has the definitions of vector indexes',
      operation: 'DescribeBackup',
      input: { BackupArn: '{BackupArn}' },
      answer: {
        BackupDescription: {
          BackupDetails: { BackupStatus: 'AVAILABLE' },
          SourceTableFeatureDetails: { VectorIndexes: [kept] },
        },
      },
      eventually: true,
    },
    {
      name: 'RestoreTableFromBackup refuses an index that was not there',
      operation: 'RestoreTableFromBackup',
      input: {
        BackupArn: '{BackupArn}',
        TargetTableName: missing,
        VectorIndexOverride: [near({ IndexName: 'other', Dimensions: 3 })],
      },
      refusal: {
        type: 'ValidationException',
        message: {
          part: 'Index other does not match a secondary index that existed in the source table',
        },
      },
    },
    {
      name: 'RestoreTableFromBackup without vector indexes',
      operation: 'RestoreTableFromBackup',
      input: { BackupArn: '{BackupArn}', TargetTableName: missing, VectorIndexOverride: [] },
      answer: { TableDescription: { TableStatus: 'CREATING', VectorIndexes: null } },
    },
    {
      name: 'DescribeTable shows the restored table without them',
      operation: 'DescribeTable',
      input: { TableName: missing },
      answer: { Table: { TableStatus: 'ACTIVE', ItemCount: 3, VectorIndexes: null } },
      eventually: true,
    },
    {
      name: 'DeleteBackup',
      operation: 'DeleteBackup',
      input: { BackupArn: '{BackupArn}' },
      answer: { BackupDescription: { SourceTableFeatureDetails: { VectorIndexes: [kept] } } },
    },
  ]
}
