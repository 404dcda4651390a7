/** Which fault of a Scan is reported if it has several. */
import { describe } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import { N, nested, S } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import { indexed, projected } from '../../../support/tables.js'

const client = await connect()
const [withIndexes, withProjections] = await Promise.all([
  client.createTable(indexed),
  client.createTable(projected),
])
const { failure, failures, invalid } = say
const badFilter = { ScanFilter: { a: { ComparisonOperator: 'EQ' } } }
const badStart = { ExclusiveStartKey: { pk: {} } }
const twice = { AttributesToGet: ['a', 'a'] }
const badSegment = { Segment: 0 }

describe('Scan reports', () => {
  checkRefusals(client, 'Scan', { TableName: newTableName('absent') }, [
    [
      'several constraints together',
      { Select: 'x', TotalSegments: 0, ReturnConsumedCapacity: 'y', Segment: -1, Limit: 0 },
      /^5 validation errors detected: /,
    ],
    [
      'constraints before parameters that do not go together',
      { Limit: 0, ...twice, ProjectionExpression: 'a' },
      failures(failure('0', 'limit', say.valueAtLeast(1))),
    ],
    [
      'parameters that do not go together before duplicates',
      { ...twice, FilterExpression: '' },
      say.mixed(['AttributesToGet'], ['FilterExpression']),
    ],
    [
      'duplicates before the filter',
      { ...twice, ...badFilter },
      invalid('Duplicate value in attribute name: a'),
    ],
    [
      'the filter before the start key',
      { ...badFilter, ...badStart },
      invalid('Invalid number of argument(s) for the EQ ComparisonOperator'),
    ],
    [
      'either a filter nested too deep or an operator without conditions',
      {
        ScanFilter: { a: { ComparisonOperator: 'EQ', AttributeValueList: [nested(40)] } },
        ConditionalOperator: 'AND',
      },
      say.anyOf(say.tooDeep, say.needsTwoConditions),
    ],
    [
      'the start key before segments',
      { ...badStart, ...badSegment },
      say.startKeyFault(say.emptyValue),
    ],
    [
      'segments before expressions',
      { ...badSegment, FilterExpression: '' },
      /^The TotalSegments parameter is required/,
    ],
    [
      'names before values before the filter',
      { FilterExpression: '', ExpressionAttributeNames: {}, ExpressionAttributeValues: {} },
      'ExpressionAttributeNames must not be empty',
    ],
    [
      'the filter before the projection',
      { FilterExpression: '', ProjectionExpression: '' },
      'Invalid FilterExpression: The expression can not be empty;',
    ],
    [
      'the projection before unused values',
      {
        FilterExpression: 'attribute_exists(a)',
        ProjectionExpression: 'a,',
        ExpressionAttributeValues: { ':u': S('x') },
      },
      'Invalid ProjectionExpression: Syntax error; token: "<EOF>", near: ","',
    ],
    [
      'unused values before misuse of Select',
      {
        FilterExpression: 'attribute_exists(a)',
        ExpressionAttributeValues: { ':u': S('x') },
        Select: 'SPECIFIC_ATTRIBUTES',
      },
      say.unusedValues(':u'),
    ],
    [
      'misuse of Select before the table',
      { Select: 'SPECIFIC_ATTRIBUTES' },
      say.select.specificNeedsNames,
    ],
    [
      'the table before its index',
      { IndexName: 'nowhere', ExclusiveStartKey: {} },
      say.resourceNotFound,
      'ResourceNotFoundException',
    ],
    [
      'the index before consistent reads',
      { TableName: withIndexes, IndexName: 'nowhere', ConsistentRead: true },
      say.noIndex('nowhere'),
    ],
    [
      'consistent reads before the start key',
      {
        TableName: withIndexes,
        IndexName: 'by-global',
        ConsistentRead: true,
        ExclusiveStartKey: {},
      },
      say.noConsistentReads,
    ],
    [
      'the number of start key attributes before ALL_ATTRIBUTES',
      {
        TableName: withProjections,
        IndexName: 'global-keys',
        Select: 'ALL_ATTRIBUTES',
        ExclusiveStartKey: {},
      },
      say.badStartKey,
    ],
    [
      'ALL_ATTRIBUTES before the table keys of the start key',
      {
        TableName: withProjections,
        IndexName: 'global-keys',
        Select: 'ALL_ATTRIBUTES',
        ExclusiveStartKey: { pk: N(1), sk: S('a'), group: S('g'), rank: N(1) },
      },
      say.noAllAttributes('global-keys'),
    ],
    [
      'the start key before paths into keys',
      { TableName: withIndexes, ExclusiveStartKey: {}, ProjectionExpression: 'pk.a' },
      say.startKeyFault(say.keyMismatch),
    ],
  ])
})
