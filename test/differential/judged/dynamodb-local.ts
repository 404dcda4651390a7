/** Where DynamoDB Local differs from AWS. */
import type { Judgement } from '../judgement.js'

export const judgedOfLocal: readonly Judgement[] = [
  {
    reason: 'DynamoDB Local has its own sentence for tables that do not exist, or exist already.',
    theirs: /Cannot (do operations on a non-existent|create preexisting) table/,
  },
  {
    reason: 'DynamoDB Local answers in its own words where AWS tells which constraint failed.',
    theirs:
      /No defined key schema|Type unknown\.|Invalid table\/index name|must match the number of attributes defined|have the same name|must have some requests set|Limit must be|Select must be|Return values set|cannot be null|Statement wasn't well formed|not given a value|number of conditions on the keys|Invalid attribute value type|cannot be converted into a number/,
  },
  {
    reason: 'DynamoDB Local omits the count of constraints that failed.',
    ours: /^ValidationException: 1 validation error detected: /,
    theirs: /^ValidationException: Value /,
  },
  {
    reason: 'DynamoDB Local does not check ReturnConsumedCapacity.',
    ours: /Value 'total' at 'returnConsumedCapacity'/,
  },
  {
    reason: 'DynamoDB Local estimates capacity, and reports it unasked.',
    at: /^ConsumedCapacity\b/,
  },
  {
    reason: 'DynamoDB Local reports no item collections and no table classes.',
    at: /^ItemCollectionMetrics|\.TableClassSummary$/,
    theirs: /^nothing$/,
  },
  {
    reason: 'DynamoDB Local shows no throughput for indexes on demand.',
    at: /GlobalSecondaryIndexes\.\d+\.ProvisionedThroughput/,
  },
  {
    reason: 'A write that fails in a transaction cancels it, with ValidationError as the reason.',
    operations: ['TransactWriteItems'],
    at: /^error$/,
    ours: /^TransactionCanceledException|multiple operations on one item/,
    theirs: /^ValidationException: (The document path|An operand|The provided expression)/,
  },
  {
    reason: 'DynamoDB Local ends this sentence with a full stop.',
    at: /^CancellationReasons\.\d+\.Message$/,
    theirs: /^The conditional request failed\.$/,
  },
  {
    reason: 'DynamoDB Local stores numbers inside documents, and sums, as they were written.',
    at: /\.N$/,
    theirs: /^-?[\d.]+(e-1|0)$/,
  },
  {
    reason: 'SDKs know this error as DuplicateItemException.',
    operations: ['ExecuteStatement'],
    theirs: /^DuplicateItem: /,
  },
  {
    reason: 'DynamoDB Local does not check throughput and billing mode of tables and indexes.',
    operations: ['UpdateTable'],
    ours: /Index .* for table|will not change|must be specified for index|BillingMode is PAY_PER_REQUEST|already exists|Some index key attributes/,
  },
  {
    reason:
      'Two faults; AWS looks at ConditionalOperator before the filter (and at both expressions at once).',
    ours: /ConditionalOperator can|Invalid KeyConditionExpression/,
    theirs: /AttributeValueList must be of same type|Invalid FilterExpression/,
  },
  {
    reason: 'DynamoDB Local quotes the blanks before a token too.',
    ours: /Syntax error; token/,
    theirs: /Syntax error; token/,
  },
  {
    reason: 'DynamoDB Local does not name the attribute that time to live uses.',
    operations: ['UpdateTimeToLive'],
    theirs: /TimeToLive is active on a different AttributeName$/,
  },
  {
    reason: 'DynamoDB Local does not check for members that are missing.',
    theirs: /cannot have a null or no requests set|^InternalFailure/,
  },
  {
    reason: 'DynamoDB Local takes a missing table name for any other missing member.',
    ours: /The parameter 'TableName' is required but was not present/,
  },
  {
    reason: 'DynamoDB Local forgets the deletion protection of a table that is changed.',
    at: /\.DeletionProtectionEnabled$/,
  },
  {
    reason: 'DynamoDB Local forgets the deletion protection of a table that is changed.',
    operations: ['DeleteTable'],
    ours: /protected against deletion/,
  },
  {
    reason: 'DynamoDB Local fills an index at once, and shows the absence of limits as -1.',
    at: /\.(Backfilling|OnDemandThroughput)$/,
  },
  {
    reason: 'DynamoDB Local words this in its own way.',
    operations: ['UpdateTable'],
    theirs: /SchemaElement redefined should be of same type/,
  },
  {
    reason: 'Two faults of an update, as in UpdateItem.',
    operations: ['ExecuteStatement'],
    at: /^error$/,
    ours: /document path provided|incorrect data type|refers to an attribute/,
    theirs: /document path provided|incorrect data type|refers to an attribute/,
  },
  {
    reason:
      'DynamoDB Local does not recognise an item in a transaction if a number is spelled with an exponent.',
    operations: ['TransactWriteItems', 'TransactGetItems'],
    ours: /multiple operations on one item/,
  },
  {
    reason: 'DynamoDB Local words this in its own way.',
    theirs: /only supports precision up to 38 digits|No provisioned throughput specified|magnitude/,
  },
  {
    reason: 'DynamoDB Local words this in its own way.',
    theirs:
      /No Attribute Schema Defined|Cannot have null key|Table has no stream to disable$|already has an enabled stream$/,
  },
  {
    reason: 'In PartiQL a missing attribute does not differ from anything.',
    operations: ['ExecuteStatement'],
    at: /^Items$/,
    request: /<>|!=/,
  },
  {
    reason: 'AWS tells of bad enums before anything else.',
    ours: /Member must satisfy enum value set/,
  },
  {
    reason: 'DynamoDB Local words this in its own way.',
    ours: /The provided key element does not match the schema/,
    theirs: /Type mismatch for key/,
  },
  {
    reason: 'DynamoDB Local filters an index by attributes that it does not project.',
    operations: ['Scan'],
    at: /^(Count|Items)$/,
    request: /"IndexName":"lone"/,
  },
  {
    reason: 'DynamoDB Local does not say where a fault of a statement is.',
    operations: ['ExecuteStatement'],
    at: /^error$/,
  },
  {
    reason: 'DynamoDB Local words this in its own way.',
    theirs: /Type mismatch for Index Key$|Nothing to update/,
  },
]
