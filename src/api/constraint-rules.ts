/**
 * What the service does differently from its own model, as data: the order in which members are
 * visited, limits the model does not know, sentences that are worded in another way. A site is
 * `Structure.Member`, or `Map.value` for what stands in a map.
 *
 * The service changes these more often than its shapes; all of them are here so that a change is a
 * line. Sources and doubts are in the notes beside the entries.
 */
import type { Wording } from './constraint-failures.js'

/** Members that come first, in this order; the others follow in the model's order. */
export const memberOrders: { readonly [structure: string]: readonly string[] } = {
  PutItemInput: [
    'TableName',
    'Item',
    'ReturnConsumedCapacity',
    'ReturnValues',
    'ReturnItemCollectionMetrics',
    'ConditionalOperator',
    'Expected',
  ],
  UpdateItemInput: [
    'TableName',
    'Key',
    'ReturnValues',
    'ReturnConsumedCapacity',
    'ReturnItemCollectionMetrics',
  ],
  DeleteItemInput: [
    'TableName',
    'Key',
    'ReturnConsumedCapacity',
    'ReturnValues',
    'ReturnItemCollectionMetrics',
    'ConditionalOperator',
    'Expected',
  ],
  GetItemInput: ['Key', 'TableName', 'ReturnConsumedCapacity', 'AttributesToGet'],
  QueryInput: [
    'Select',
    'IndexName',
    'ReturnConsumedCapacity',
    'QueryFilter',
    'TableName',
    'ConditionalOperator',
    'AttributesToGet',
    'Limit',
    'KeyConditions',
  ],
  ScanInput: [
    'Select',
    'IndexName',
    'TotalSegments',
    'ReturnConsumedCapacity',
    'TableName',
    'ConditionalOperator',
    'ScanFilter',
    'Segment',
    'Limit',
    'AttributesToGet',
  ],
  BatchGetItemInput: ['RequestItems', 'ReturnConsumedCapacity'],
  BatchWriteItemInput: ['ReturnConsumedCapacity', 'ReturnItemCollectionMetrics', 'RequestItems'],
  TransactWriteItemsInput: ['ClientRequestToken'],
  CreateTableInput: [
    'AttributeDefinitions',
    'TableName',
    'BillingMode',
    'ProvisionedThroughput',
    'KeySchema',
    'GlobalSecondaryIndexes',
    'LocalSecondaryIndexes',
    'VectorIndexes',
  ],
  UpdateTableInput: [
    'TableName',
    'ProvisionedThroughput',
    'GlobalSecondaryIndexUpdates',
    'VectorIndexUpdates',
    'BillingMode',
    'TableClass',
  ],
  ProvisionedThroughput: ['WriteCapacityUnits', 'ReadCapacityUnits'],
  GlobalSecondaryIndex: ['KeySchema', 'Projection', 'IndexName', 'ProvisionedThroughput'],
  VectorIndex: ['IndexName', 'Dimensions', 'DistanceFunction', 'SearchSchema'],
  CreateVectorIndexAction: ['IndexName', 'Dimensions', 'DistanceFunction', 'SearchSchema'],
}

/** Enums that are printed in another order than the model's. */
export const printedEnums: { readonly [shape: string]: readonly string[] } = {
  ReturnValue: ['ALL_NEW', 'UPDATED_OLD', 'ALL_OLD', 'NONE', 'UPDATED_NEW'],
  Select: ['SPECIFIC_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES'],
  ConditionalOperator: ['OR', 'AND'],
  ComparisonOperator: [
    'IN',
    'NULL',
    'BETWEEN',
    'LT',
    'NOT_CONTAINS',
    'EQ',
    'GT',
    'NOT_NULL',
    'NE',
    'LE',
    'BEGINS_WITH',
    'GE',
    'CONTAINS',
  ],
  ScalarAttributeType: ['B', 'N', 'S'],
  ProjectionType: ['ALL', 'INCLUDE', 'KEYS_ONLY'],
}

export interface Limits {
  readonly min?: number
  readonly max?: number
  readonly pattern?: string
  readonly values?: readonly string[]
}

const indexName: Limits = { min: 3, max: 255, pattern: '[a-zA-Z0-9_.-]+' }
const distanceFunction: Limits = { values: ['COSINE', 'DOT_PRODUCT', 'EUCLIDEAN'] }
const attributesToGet: Limits = { max: 255 }

/** Limits in place of, or beside, the model's. */
export const siteLimits: { readonly [site: string]: Limits } = {
  // Keys of an index may have more parts; those of a table and of a local index may not.
  'CreateTableInput.KeySchema': { max: 2 },
  'TableCreationParameters.KeySchema': { max: 2 },
  'LocalSecondaryIndex.KeySchema': { max: 2 },
  'GetItemInput.AttributesToGet': attributesToGet,
  'KeysAndAttributes.AttributesToGet': attributesToGet,
  'QueryInput.AttributesToGet': attributesToGet,
  'ScanInput.AttributesToGet': attributesToGet,
  // AWS: an empty map gets a sentence of its own, from the operation.
  'BatchWriteItemInput.RequestItems': { min: 0 },
  // Lengths are reported at the map; see mapValueLimits.
  'BatchWriteItemRequestMap.value': { min: 0, max: Infinity },
  'VectorIndex.IndexName': indexName,
  'VectorIndex.Dimensions': { min: 1 },
  'VectorIndex.DistanceFunction': distanceFunction,
  'CreateVectorIndexAction.IndexName': indexName,
  'CreateVectorIndexAction.Dimensions': { min: 1 },
  'CreateVectorIndexAction.DistanceFunction': distanceFunction,
  'DeleteVectorIndexAction.IndexName': indexName,
  'SearchSchemaElement.SearchSchemaElementType': { values: ['HASH', 'INLINE_FILTER'] },
  'SearchVectorsInput.IndexName': indexName,
  'SearchVectorsInput.SearchVector': { min: 1 },
  'SearchVectorsInput.ReturnConsumedCapacity': { values: ['INDEXES', 'TOTAL', 'NONE'] },
  'GetRecordsInput.Limit': { max: 1000 },
  'DescribeStreamInput.Limit': { max: 100 },
  'ListStreamsInput.Limit': { max: 100 },
}

/** Maps that report the lengths of their values as a failure of their own. */
export const mapValueLimits: {
  readonly [map: string]: { readonly min: number; readonly max: number }
} = {
  BatchWriteItemRequestMap: { min: 1, max: 25 },
}

/**
 * How maps whose keys are names of tables report a bad one, which they do at the map (AWS, October
 * 2026): printed as JSON or as Java prints it, and among other failures or only where there are none.
 */
export const tableKeyWordings: {
  readonly [map: string]: { readonly printed: 'json' | 'java'; readonly givesWay: boolean }
} = {
  BatchGetRequestMap: { printed: 'json', givesWay: false },
  BatchWriteItemRequestMap: { printed: 'java', givesWay: true },
}

/** How a failed minimum (below) or maximum (above) is worded where it is not the usual way. */
export const siteWordings: {
  readonly [site: string]: { readonly below: Wording; readonly above: Wording }
} = {
  'QueryInput.Limit': { below: 'no-value-capital-path', above: 'no-value-capital-path' },
  'BatchGetItemInput.RequestItems': { below: 'no-value-capital-path', above: 'value' },
  'KeysAndAttributes.Keys': { below: 'no-value-capital-path', above: 'no-value-capital-path' },
  'SearchVectorsInput.IndexName': {
    below: 'no-value-capital-path',
    above: 'no-value-capital-path',
  },
  'SearchVectorsInput.SearchVector': {
    below: 'no-value-capital-path',
    above: 'no-value-capital-path',
  },
}

/** Members required unless another one is there, which the model cannot say. */
export const requiredUnless: {
  readonly [structure: string]: { readonly unless: string; readonly members: readonly string[] }
} = {
  // A table that joins a global table takes its keys from there.
  CreateTableInput: {
    unless: 'GlobalTableSourceArn',
    members: ['AttributeDefinitions', 'KeySchema'],
  },
}

/** Operations that stop at fewer failures than the usual ten. */
export const failuresMax: { readonly [operation: string]: number } = { UpdateItem: 1 }

export interface TableNameRule {
  /** A bad name is reported before everything else and without it. */
  readonly alone: boolean
  /** A missing name has a sentence of its own. */
  readonly bareMissing: boolean
  /** A name of the wrong length has a sentence of its own. */
  readonly bareLength: boolean
  /** An empty name breaks a minimum of one and nothing else. */
  readonly emptyIsShort: boolean
}

const gathered = { alone: false, bareMissing: false, bareLength: false, emptyIsShort: true }
const gatheredAlone = { ...gathered, alone: true }
const tableLevel = { alone: true, bareMissing: true, bareLength: true, emptyIsShort: false }

/** For operations not listed in `tableNameRules`, and for names inside transactions and batches. */
export const usualTableNameRule: TableNameRule = gathered

export const tableNameRules: { readonly [operation: string]: TableNameRule } = {
  PutItem: gatheredAlone,
  UpdateItem: gatheredAlone,
  CreateTable: { alone: false, bareMissing: true, bareLength: false, emptyIsShort: false },
  UpdateTable: tableLevel,
  DeleteTable: tableLevel,
  DescribeTable: tableLevel,
  DescribeTimeToLive: tableLevel,
  UpdateTimeToLive: tableLevel,
}

/** Operations on tags look at their ARN before anything else. */
export const resourceArnOperations: ReadonlySet<string> = new Set([
  'TagResource',
  'UntagResource',
  'ListTagsOfResource',
])

/** The shapes that hold a table's name where the member is called TableName. */
export const tableNameShapes: ReadonlySet<string> = new Set(['TableArn', 'String'])

/**
 * Patterns of the models are Java's. These are the ones that JavaScript reads differently, or
 * cannot match in linear time, beside ours for the same texts.
 */
export const javaPatterns: ReadonlyMap<string, string> = new Map([
  ['\\p{Print}+', '[\\x20-\\x7E]+'],
  ['^[a-z0-9A-Z]+[\\.\\-\\w]*[a-z0-9A-Z]+$', '[a-z0-9A-Z][.\\-\\w]*[a-z0-9A-Z]'],
])
