/** The tables that cases of vector indexes are about, with names of their own for each client. */
import type { Json } from '../client.js'
import { attribute, hash, onDemand, partitionOnly, projectAll, provisioned } from '../tables.js'
import { filter, near, scope, withVectors } from '../vectors.js'
import type { ClientCase } from './client-case.js'

export interface CaseTables {
  /** With the index `near`, and a global index. */
  readonly plain: string
  /** Whose index has a scope and a filter. */
  readonly tenants: string
  /** Whose index has a filter. */
  readonly filtered: string
  /** With an index for each distance. */
  readonly distances: string
  /** With as many indexes as there may be. */
  readonly full: string
  /** Provisioned, without vectors. */
  readonly fixed: string
  /** Without an index at first. */
  readonly late: string
  /** There is no such table. */
  readonly missing: string
}

export function caseTables(prefix: string): CaseTables {
  const named = (name: string) => `${prefix}-${name}`
  return {
    plain: named('plain'),
    tenants: named('tenants'),
    filtered: named('filtered'),
    distances: named('distances'),
    full: named('full'),
    fixed: named('fixed'),
    late: named('late'),
    missing: named('missing'),
  }
}

export const distances = ['EUCLIDEAN', 'COSINE', 'DOT_PRODUCT'] as const

const scoped = near({
  SearchSchema: [scope('tenant'), filter('colour')],
  Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['kept'] },
  DistanceFunction: 'COSINE',
})

function shapes(tables: CaseTables): readonly (readonly [string, Json])[] {
  const { AttributeDefinitions, KeySchema } = partitionOnly()
  return [
    [
      tables.plain,
      {
        AttributeDefinitions: [attribute('group', 'S'), attribute('pk', 'S')],
        KeySchema: [hash('pk')],
        VectorIndexes: [near()],
        GlobalSecondaryIndexes: [
          { IndexName: 'by-group', KeySchema: [hash('group')], Projection: projectAll },
        ],
        ...onDemand,
      },
    ],
    [tables.tenants, withVectors([scoped], ['tenant', 'colour'])],
    [tables.filtered, withVectors([near({ SearchSchema: [filter('colour')] })], ['colour'])],
    [
      tables.distances,
      withVectors(
        distances.map((DistanceFunction) =>
          near({ IndexName: `near-${DistanceFunction}`, DistanceFunction }),
        ),
      ),
    ],
    [tables.full, withVectors([1, 2, 3, 4, 5].map((n) => near({ IndexName: `near-${n}` })))],
    [tables.fixed, { AttributeDefinitions, KeySchema, ...provisioned(1, 1) }],
    [tables.late, partitionOnly()],
  ]
}

/** They are described as they were defined. */
export function createdTables(tables: CaseTables): readonly ClientCase[] {
  return shapes(tables).flatMap(([TableName, shape]): readonly ClientCase[] => {
    const indexes = shape['VectorIndexes'] as readonly Json[] | undefined
    const inState = (IndexStatus: string) =>
      indexes?.map((index) => ({ ...index, IndexStatus, Backfilling: null })) ?? null
    const empty = { ItemCount: 0, IndexSizeBytes: 0 }
    const built =
      indexes === undefined ? null : inState('ACTIVE')?.map((each) => ({ ...each, ...empty }))
    return [
      {
        name: `CreateTable ${TableName}`,
        operation: 'CreateTable',
        input: { TableName, ...shape },
        answer: {
          TableDescription: { TableStatus: 'CREATING', VectorIndexes: inState('CREATING') },
        },
      },
      {
        name: `DescribeTable ${TableName}`,
        operation: 'DescribeTable',
        input: { TableName },
        answer: { Table: { TableStatus: 'ACTIVE', VectorIndexes: built } },
        eventually: true,
      },
    ]
  })
}

/** AWS: the answer does not mention their vector indexes. */
export function deletedTables(names: readonly string[]): readonly ClientCase[] {
  return names.map((TableName) => ({
    name: `DeleteTable ${TableName}`,
    operation: 'DeleteTable',
    input: { TableName },
    answer: { TableDescription: { TableStatus: 'DELETING', VectorIndexes: null } },
  }))
}
