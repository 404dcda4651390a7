/** Where Dynoxide differs from AWS. */
import type { Judgement } from '../judgement.js'

export const judgedOfDynoxide: readonly Judgement[] = [
  {
    reason: 'Dynoxide does not check the paths that an update writes; AWS does (messages of 2026).',
    operations: ['UpdateItem', 'TransactWriteItems'],
    ours: /document path provided|ValidationError/,
  },
  {
    reason: 'Dynoxide has sentences of its own for operands of an update.',
    theirs: /Operands for|list_append requires|refers to an attribute|incorrect data type/,
    ours: /incorrect data type|refers to an attribute|document path provided/,
  },
  {
    reason: 'Dynoxide does not check ReturnConsumedCapacity before anything else.',
    ours: /Value 'total' at 'returnConsumedCapacity'/,
  },
  {
    reason: 'Dynoxide does not check whether an index has the attributes that are asked for.',
    operations: ['Query', 'Scan'],
    at: /^outcome$/,
    ours: /does not project/,
  },
  {
    reason:
      'Dynoxide reads less of PartiQL than AWS: no functions, paths, signs or several clauses.',
    operations: ['ExecuteStatement'],
    theirs:
      /^ValidationException: (Statement wasn't well formed|UPDATE requires|missing field|Unsupported|Unexpected|Expected|.*WHERE)/,
  },
  {
    reason: 'AWS answers writing statements with an empty list of items.',
    operations: ['ExecuteStatement'],
    at: /^Items$/,
    ours: /^\[\]$/,
    theirs: /^nothing$/,
  },
  {
    reason: 'Dynoxide describes time to live and indexes that change with fewer checks.',
    operations: ['UpdateTimeToLive'],
    ours: /TimeToLive is (already|active)/,
  },
  {
    reason: 'Dynoxide does not check throughput and billing mode of indexes.',
    operations: ['UpdateTable'],
    ours: /Index .* for table|will not change|must be specified for index|BillingMode is PAY_PER_REQUEST|already exists/,
  },
  {
    reason: 'AWS shows an index while it is deleted, and its attributes.',
    operations: ['UpdateTable'],
    request: /"Delete":/,
    at: /^TableDescription\.(AttributeDefinitions|GlobalSecondaryIndexes)/,
  },
  {
    reason: 'AWS shows DeletionProtectionEnabled always.',
    at: /\.DeletionProtectionEnabled$/,
    theirs: /^nothing$/,
  },
  {
    reason: 'AWS names the expression in which a value is not defined.',
    ours: /Invalid \w+Expression: /,
    theirs: /^ValidationException: (?!Invalid)/,
  },
  {
    reason: 'Dynoxide tells of missing members in words of its own.',
    theirs: /missing field `/,
  },
  {
    reason:
      'Dynoxide counts indexes once in a transaction, and a scan of an index as one of the table.',
    at: /^ConsumedCapacity\b/,
  },
  {
    reason: 'Dynoxide returns the key as the old attributes of an item that was not there.',
    operations: ['UpdateItem'],
    at: /^Attributes$/,
    ours: /^nothing$/,
  },
  {
    reason: 'Dynoxide adds the key to projections in a transaction, and leaves out empty ones.',
    operations: ['TransactGetItems'],
    at: /^Responses\.\d+\.Item/,
  },
  {
    reason: 'Dynoxide never ends paging through a count.',
    at: /^(Scanned)?Count$/,
    request: /"Select":"COUNT"/,
  },
  {
    reason: 'AWS writes numbers in their normal form here too.',
    at: /^ItemCollectionMetrics/,
  },
  {
    reason: 'AWS shows the billing mode of a table that was on demand before.',
    at: /\.BillingModeSummary$/,
    ours: /"PROVISIONED"/,
  },
  {
    reason: 'AWS quotes what is near a syntax error.',
    ours: /Syntax error; token/,
  },
  {
    reason: 'Dynoxide does not check what UpdateTable makes of streams and of the types of keys.',
    operations: ['UpdateTable'],
    ours: /no stream to disable|already has an enabled stream|Attributes cannot be redefined/,
  },
  {
    reason: 'AWS says that a new index is being filled.',
    at: /\.Backfilling$/,
  },
  {
    reason: 'Dynoxide does not check the older conditions as AWS does.',
    ours: /must be of same type|ConditionalOperator can/,
  },
  {
    reason: 'Dynoxide reads no exponents in PartiQL.',
    operations: ['ExecuteStatement'],
    theirs: /Where clause does not contain a mandatory equality/,
  },
  {
    reason: 'Two faults of an update in a transaction, as in UpdateItem.',
    at: /^CancellationReasons\.\d+\.Message$/,
    ours: /document path provided|incorrect data type|refers to an attribute/,
  },
  {
    reason: 'Dynoxide never ends paging through a partition of a table without sort key.',
    operations: ['Query'],
    at: /^((Scanned)?Count|Items)$/,
    request: /"Limit":/,
  },
  {
    reason: 'Dynoxide takes a missing billing mode and throughput for on demand.',
    operations: ['CreateTable'],
    ours: /ReadCapacityUnits and WriteCapacityUnits must both be specified/,
  },
  {
    reason: 'Dynoxide looks for unused and undefined names and values only after the condition.',
    ours: /unused in expressions|not defined/,
  },
  {
    reason:
      'In PartiQL a missing attribute does not differ from anything, and a sum needs its parts.',
    operations: ['ExecuteStatement'],
    at: /^(Items|outcome)$/,
  },
  {
    reason: 'Dynoxide words the faults of PartiQL in its own way.',
    operations: ['ExecuteStatement'],
    at: /^error$/,
  },
  {
    reason: 'Dynoxide keeps the throughput of indexes when a table becomes on demand.',
    operations: ['DescribeTable', 'UpdateTable'],
    at: /GlobalSecondaryIndexes\.\d+\.ProvisionedThroughput/,
  },
  {
    reason: 'An index that only one of them knows, from a request that the other refused.',
    operations: ['UpdateTable'],
    ours: /when TableThroughputMode is PAY_PER_REQUEST/,
  },
  {
    reason: 'NOT_CONTAINS is false for a missing attribute in AWS.',
    request: /"NOT_CONTAINS"/,
  },
  {
    reason: 'Dynoxide puts values beyond the end of a list at several ends.',
    operations: ['Query', 'Scan', 'GetItem', 'BatchGetItem', 'TransactGetItems', 'UpdateItem'],
    at: /\.L$|\.L\.\d+/,
  },
  {
    reason: 'A missing list of tags is a constraint that fails; an empty one has this sentence.',
    operations: ['TagResource', 'UntagResource'],
    theirs: /^ValidationException: Atleast one Tag/,
  },
  {
    reason: 'A projection has no values, so they are refused before they are looked for.',
    ours: /ExpressionAttributeValues can only be specified when using expressions/,
  },
  {
    reason: 'AWS refuses what it can refuse before it looks for the table.',
    operations: ['UpdateTable'],
    at: /^error$/,
    theirs: /^ResourceNotFoundException/,
  },
]
