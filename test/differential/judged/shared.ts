/** What several peers have in common, each with the record by which AWS is known to do as we do. */
import type { Judgement } from '../judgement.js'
import type { Rewording } from '../peers/peer.js'

export const wordsSince2026: readonly Rewording[] = [
  {
    reason: 'Since 2026 AWS puts this before most refusals of PutItem, UpdateItem and DeleteItem.',
    from: /^(ValidationException: )1 validation error detected: (?!Value (?:'|null|at))/,
    to: '$1',
  },
]

/** Answers of AWS as recorded in October 2026, which no peer follows yet. */
export const newerThanPeers: readonly Judgement[] = [
  {
    reason: 'TableThroughputModeSummary was never part of the API that SDKs know.',
    at: /\.TableThroughputModeSummary$/,
  },
  {
    reason: 'DeleteTable answers without keys, attributes and indexes.',
    operations: ['DeleteTable'],
    at: /^TableDescription\.(AttributeDefinitions|KeySchema|GlobalSecondaryIndexes|LocalSecondaryIndexes|BillingModeSummary)$/,
    ours: /^nothing$/,
  },
  {
    reason: 'UpdateTable answers with the throughput as it was.',
    operations: ['UpdateTable'],
    at: /ProvisionedThroughput\.(Read|Write)CapacityUnits$/,
  },
  {
    reason: 'An attribute definition that no key uses is told in these words, before other faults.',
    operations: ['CreateTable'],
    ours: /Some AttributeDefinitions are not used/,
  },
  {
    reason: 'The lists in this sentence have the order of a Java hash set, one index at a time.',
    operations: ['CreateTable', 'UpdateTable'],
    ours: /Some (index key attributes are not defined|AttributeDefinitions are not)/,
    theirs: /Some (index key attributes are not defined|AttributeDefinitions are not)/,
  },
  {
    reason: 'A bad ReturnValues has a sentence of its own.',
    ours: /enum value set: \[ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE\]/,
  },
  {
    reason: 'A bad Limit of Query has a sentence of its own.',
    operations: ['Query'],
    ours: /Value at 'Limit' failed to satisfy constraint/,
  },
  {
    reason:
      'Which of two faults of an update is told first is undetermined; ours: operand types, then actions from the last.',
    operations: ['UpdateItem'],
    at: /^error$/,
    ours: /(document path provided|incorrect data type|refers to an attribute)/,
    theirs:
      /(document path provided|incorrect data type|refers to an attribute|Operands for|list_append requires)/,
  },
  {
    reason:
      'Members that a set has twice are quoted in a new way, and an empty number has a colon.',
    at: /^error$|Message$/,
    ours: /contains duplicates\.$|numeric value: $/,
    theirs: /contains duplicates\.?$|numeric value$/,
  },
  {
    reason: 'AWS checks the expressions of a request at once, and tells the fault of either.',
    at: /^error$/,
    ours: /^ValidationException: Invalid (\w+)Expression: /,
    theirs: /^ValidationException: Invalid (\w+)Expression: .*not defined/,
  },
  {
    reason: 'The order in which attributes that an index lacks are listed is undetermined.',
    at: /^error$/,
    ours: /does not project/,
    theirs: /does not project/,
  },
  {
    reason: 'AWS shows an index, and the attributes of its key, while it is deleted.',
    operations: ['UpdateTable'],
    request: /"Delete":/,
    at: /^TableDescription\.(AttributeDefinitions|GlobalSecondaryIndexes)/,
  },
  {
    reason: 'The tag operations have one sentence for a table that does not exist.',
    operations: ['TagResource', 'UntagResource', 'ListTagsOfResource'],
    ours: /Requested resource not found: ResourceArn: .* not found/,
  },
  {
    reason: 'The list of what UpdateTable can change has grown.',
    operations: ['UpdateTable'],
    ours: /At least one of ProvisionedThroughput, BillingMode/,
    theirs: /At least one of ProvisionedThroughput, BillingMode/,
  },
  {
    reason:
      'Whether a number that is spelled in two ways makes two keys is undetermined; ours: one.',
    operations: ['BatchGetItem', 'BatchWriteItem'],
    ours: /Provided list of item keys contains duplicates/,
  },
]

/** Requests after which a peer holds other data than AWS would, so that all else would differ. */
export const avoidedByAll: readonly Judgement[] = [
  {
    reason: 'An update that only removes creates no item (AWS, 2026); it does in all peers.',
    request: /"UpdateExpression":"(REMOVE|DELETE) (?![^"]* ADD )[^"]*"/,
  },
  {
    reason: 'So do the older parameters.',
    request: /"AttributeUpdates":(?!.*("PUT"|"ADD"|\{"Value"))/,
  },
]
