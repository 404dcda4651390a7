/** Definitions of vector indexes that are refused. */
import type { Json } from '../client.js'
import * as say from '../sentences.js'
import { attribute, hash, projectAll, provisioned } from '../tables.js'
import { filter, near, scope, withVectors } from '../vectors.js'
import type { CaseTables } from './case-tables.js'
import { refusals, type ClientCase, type RefusedRow } from './client-case.js'

const { failure, failures, invalid } = say
const path = 'vectorIndexes.1.member'
const many = Array.from({ length: 19 }, (_, i) => `f${i}`)
const named = (count: number) =>
  Array.from({ length: count }, (_, i) => near({ IndexName: `near-${i}` }))
const schema = (...SearchSchema: readonly Json[]) => near({ SearchSchema })
const otherDimensions = invalid(
  "Conflicting attribute definition for 'emb'. All VectorIndexes on the same vector attribute must use the same dimensions.",
)

const created: readonly RefusedRow[] = [
  [
    'short names, no dimensions, unknown functions and kinds',
    withVectors(
      [
        near({
          IndexName: 'ab',
          Dimensions: 0,
          DistanceFunction: 'HAMMING',
          SearchSchema: [{ AttributeName: 'pk', SearchSchemaElementType: 'RANGE' }],
        }),
      ],
      [],
    ),
    failures(
      failure('ab', `${path}.indexName`, say.lengthAtLeast(3)),
      failure('0', `${path}.dimensions`, say.valueAtLeast(1)),
      failure(
        'HAMMING',
        `${path}.distanceFunction`,
        say.oneOf('COSINE', 'DOT_PRODUCT', 'EUCLIDEAN'),
      ),
      failure(
        'RANGE',
        `${path}.searchSchema.1.member.searchSchemaElementType`,
        say.oneOf('HASH', 'INLINE_FILTER'),
      ),
    ),
  ],
  [
    'a vector without a name',
    withVectors([near({ VectorAttribute: { AttributeName: '' } })]),
    failures(failure('', `${path}.vectorAttribute.attributeName`, say.lengthAtLeast(1))),
  ],
  [
    'a vector whose name is too long for an index',
    withVectors([near({ VectorAttribute: { AttributeName: 'v'.repeat(256) } })]),
    failures(
      failure('v'.repeat(256), `${path}.vectorAttribute.attributeName`, say.lengthAtMost(255)),
    ),
  ],
  [
    'an empty search schema',
    withVectors([schema()]),
    failures(failure('[]', `${path}.searchSchema`, say.lengthAtLeast(1))),
  ],
  [
    'a provisioned table',
    { ...withVectors([near()]), BillingMode: 'PROVISIONED', ...provisioned(1, 1) },
    invalid('Vector indexes are only supported for PAY_PER_REQUEST tables'),
  ],
  ['an empty list', withVectors([]), invalid('List of VectorIndexes is empty')],
  [
    'more than five',
    withVectors(named(6)),
    invalid('VectorIndex count exceeds the per-table limit of 5'),
  ],
  [
    'a name twice',
    withVectors([near(), near({ VectorAttribute: { AttributeName: 'other' } })]),
    invalid('Duplicate index name: near'),
  ],
  [
    'the name of a global index',
    {
      ...withVectors([near()], ['group']),
      GlobalSecondaryIndexes: [
        { IndexName: 'near', KeySchema: [hash('group')], Projection: projectAll },
      ],
    },
    invalid('Duplicate index name: near'),
  ],
  [
    'too many dimensions',
    withVectors([near({ Dimensions: 4097 })]),
    invalid('Number of dimensions must be between 1 and 4096 inclusive.'),
  ],
  [
    'a search attribute that is not defined',
    withVectors([schema(scope('tenant'))]),
    invalid('One element in SearchSchema is not defined in attribute definitions'),
  ],
  [
    'two scopes',
    withVectors([schema(scope('a'), scope('b'))], ['a', 'b']),
    invalid(
      "Value '2' at 'SearchSchema' failed to satisfy constraint: Member must have HASH count less than or equal to 1",
    ),
  ],
  [
    'more than eighteen filters',
    withVectors([schema(...many.map(filter))], many),
    invalid(
      "Value '19' at 'SearchSchema' failed to satisfy constraint: Member must have INLINE_FILTER count less than or equal to 18",
    ),
  ],
  [
    'an attribute twice',
    withVectors([schema(scope('a'), filter('a'))], ['a']),
    invalid('SearchSchema contains a duplicate AttributeName'),
  ],
  [
    'one attribute with different dimensions',
    withVectors([near(), near({ IndexName: 'other', Dimensions: 3 })]),
    otherDimensions,
  ],
  [
    'a vector that is a key',
    withVectors([near({ VectorAttribute: { AttributeName: 'pk' } })]),
    invalid(
      "Conflicting attribute definition for 'pk'. An attribute cannot be defined in AttributeDefinitions when used as a VectorAttribute.",
    ),
  ],
  [
    'no kind of projection',
    withVectors([near({ Projection: {} })]),
    invalid('Unknown ProjectionType: null'),
  ],
  [
    'a definition that nothing uses',
    withVectors([near()], ['unused']),
    invalid(
      'Some AttributeDefinitions are not used. AttributeDefinitions: [unused, pk], keys used: [pk]',
    ),
  ],
]

const updates = (...VectorIndexUpdates: readonly Json[]): Json => ({ VectorIndexUpdates })
const Create = near({ IndexName: 'second' })
const Delete = { IndexName: 'near' }
const oneAtATime =
  'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table'
const redefined = (existing: string, fresh: string) =>
  invalid(
    'Attributes cannot be redefined. Please check that your attribute has the same type as previously defined. ' +
      `Existing schema: ${existing} New schema: ${fresh}`,
  )

/** Of the table `filtered`, unless a row names another one. */
const updated = ({ filtered, full, fixed, late }: CaseTables): readonly RefusedRow[] => [
  [
    'a short name',
    updates({ Create: near({ IndexName: 'ab' }) }),
    failures(failure('ab', 'vectorIndexUpdates.1.member.create.indexName', say.lengthAtLeast(3))),
  ],
  [
    'two actions in one',
    updates({ Create, Delete }),
    invalid('Only one vector index action is allowed per VectorIndexUpdate object'),
  ],
  [
    'no action',
    updates({}),
    invalid('One of VectorIndexUpdate.Create, VectorIndexUpdate.Delete must not be null'),
  ],
  ['two at once', updates({ Create }, { Delete }), oneAtATime, 'LimitExceededException'],
  [
    'one beside a global index',
    {
      ...updates({ Delete }),
      AttributeDefinitions: [attribute('group', 'S')],
      GlobalSecondaryIndexUpdates: [
        {
          Create: { IndexName: 'by-group', KeySchema: [hash('group')], Projection: projectAll },
        },
      ],
    },
    oneAtATime,
    'LimitExceededException',
  ],
  [
    'to delete what is not there',
    updates({ Delete: { IndexName: 'nowhere' } }),
    `Requested resource not found: Index nowhere for table ${filtered}`,
    'ResourceNotFoundException',
  ],
  [
    'to create what is there',
    updates({ Create: near() }),
    'Attempting to create an index which already exists',
  ],
  [
    'search attributes that only the table defines',
    updates({ Create: near({ IndexName: 'second', SearchSchema: [filter('colour')] }) }),
    invalid('One element in SearchSchema is not defined in attribute definitions'),
  ],
  [
    'other dimensions of the same attribute',
    updates({ Create: near({ IndexName: 'second', Dimensions: 3 }) }),
    otherDimensions,
  ],
  [
    'a global index on a vector',
    {
      AttributeDefinitions: [attribute('emb', 'S')],
      GlobalSecondaryIndexUpdates: [
        { Create: { IndexName: 'by-emb', KeySchema: [hash('emb')], Projection: projectAll } },
      ],
    },
    redefined(
      'VectorIndexSchema:[VectorAttribute: key{emb:L:2}, SchemaElement: key{colour:S:INLINE_FILTER}]',
      'Schema:[SchemaElement: key{emb:S:HASH}]',
    ),
  ],
  [
    'a vector that is a key',
    updates({ Create: near({ IndexName: 'second', VectorAttribute: { AttributeName: 'pk' } }) }),
    redefined(
      'Schema:[SchemaElement: key{pk:S:HASH}]',
      'VectorIndexSchema:[VectorAttribute: key{pk:L:2}]',
    ),
  ],
  [
    'a sixth',
    { TableName: full, ...updates({ Create }) },
    invalid('VectorIndex count exceeds the per-table limit of 5'),
  ],
  [
    'a provisioned table',
    { TableName: fixed, ...updates({ Create }) },
    invalid('Vector indexes are only supported for PAY_PER_REQUEST tables'),
  ],
  [
    'to become provisioned',
    { BillingMode: 'PROVISIONED', ...provisioned(1, 1) },
    invalid('Tables with vector indexes must be in PAY_PER_REQUEST mode'),
  ],
  [
    'nothing to do',
    { TableName: late, VectorIndexUpdates: [] },
    { part: 'At least one of ProvisionedThroughput, ' },
  ],
]

export function refusedDefinitions(tables: CaseTables): readonly ClientCase[] {
  return [
    ...refusals('CreateTable', { TableName: tables.missing }, created),
    ...refusals('UpdateTable', { TableName: tables.filtered }, updated(tables)),
  ]
}
