/** Where dynalite differs from AWS. It was written by observation of AWS, up to about 2020. */
import type { Judgement } from '../judgement.js'

export const judgedOfDynalite: readonly Judgement[] = [
  {
    reason: 'dynalite has no deletion protection, streams or table classes.',
    at: /^Table(Description)?\.(DeletionProtectionEnabled|StreamSpecification|TableClassSummary)/,
  },
  {
    reason: 'dynalite has no deletion protection.',
    operations: ['DeleteTable', 'UpdateTable'],
    ours: /protected against deletion|Deletion protection/i,
  },
  {
    reason: 'dynalite answers CreateTable with a BillingMode, which is not part of the answer.',
    at: /^Table(Description)?\.BillingMode(Summary)?$/,
  },
  {
    reason: 'dynalite knows fewer members of UpdateTable, so it finds none of them.',
    operations: ['UpdateTable'],
    theirs: /At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled/,
  },
  {
    reason: 'dynalite demands throughput for a new index, which AWS does not on demand.',
    operations: ['UpdateTable'],
    theirs: /create\.provisionedThroughput' failed to satisfy constraint: Member must not be null/,
  },
  {
    reason: 'dynalite does not look for the index that an update names, nor at the billing mode.',
    operations: ['UpdateTable'],
    at: /^outcome$/,
    ours: /Index .* for table|BillingMode is PAY_PER_REQUEST|must be specified for index|already exists|will not change|TableThroughputMode is PAY_PER_REQUEST|Attributes cannot be redefined/,
  },
  {
    reason: 'dynalite refuses to create a table that exists without a sentence.',
    operations: ['CreateTable'],
    ours: /^ResourceInUseException: Table already exists/,
    theirs: /^ResourceInUseException: $/,
  },
  {
    reason: 'dynalite does not count the writes of indexes, and nothing for what it does not find.',
    at: /^ConsumedCapacity\b/,
  },
  {
    reason: 'dynalite reports no item collections.',
    at: /^ItemCollectionMetrics/,
    theirs: /^nothing$/,
  },
  {
    reason: 'dynalite does not check whether an index has the attributes that are asked for.',
    operations: ['Query', 'Scan'],
    at: /^outcome$/,
    ours: /does not project/,
  },
  {
    reason: 'dynalite does not check how many conditions a ConditionalOperator joins.',
    ours: /ConditionalOperator can(not be used without| only be used when)/,
  },
  {
    reason: 'dynalite does not know ReturnValuesOnConditionCheckFailure.',
    at: /^Item\b/,
    request: /"ReturnValuesOnConditionCheckFailure":"ALL_OLD"/,
    theirs: /^nothing$/,
  },
  {
    reason: 'dynalite takes two missing attributes for equal; AWS does not, natively.',
    request: /(=|<>|IN \(|BETWEEN)/,
    at: /^(outcome|error|Count|Items|Items\..*)$/,
  },
  {
    reason: 'AWS leaves Attributes out if there are none.',
    at: /^Attributes$/,
    ours: /^nothing$/,
    theirs: /^\{\}$/,
  },
  {
    reason: 'AWS has compared lists and maps by EQ and NE since it has them.',
    theirs:
      /ComparisonOperator (EQ|NE|IN|CONTAINS|NOT_CONTAINS) is not valid for (L|M|BOOL|NULL) AttributeValue type/,
  },
  {
    reason: 'dynalite lists what its grammar expected; AWS quotes the token and what is near it.',
    ours: /Syntax error; token/,
    theirs: /Syntax error; /,
  },
  {
    reason: 'AWS shows an index while it is created.',
    operations: ['UpdateTable'],
    request: /"Create":/,
    at: /^TableDescription\.(AttributeDefinitions|GlobalSecondaryIndexes)/,
  },
  {
    reason: 'dynalite forgets the tags with which a table is created.',
    operations: ['ListTagsOfResource'],
    at: /^Tags$/,
    theirs: /^\[\]$/,
  },
  {
    reason: 'dynalite wants a blank after the name of a clause; AWS reads tokens.',
    operations: ['UpdateItem'],
    at: /^outcome$/,
    theirs: /Syntax error; Expected/,
  },
  {
    reason: 'NOT_CONTAINS of a missing attribute is true there; DynamoDB Local agrees with ours.',
    request: /"NOT_CONTAINS"/,
  },
  {
    reason: 'dynalite still shows an index that is deleted, and adds tags late.',
    operations: ['DescribeTable', 'ListTagsOfResource'],
    at: /^(Table\.(AttributeDefinitions|GlobalSecondaryIndexes)|Tags)/,
  },
]
