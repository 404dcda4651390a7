/**
 * What DynamoDB does differently from its own model.
 *
 * The service changes these more often than its shapes; all of them are here so that following a
 * change takes one line. Comments on the entries have sources and open questions.
 */
import { vectorDimensionsMax } from '../../model/limits.js'
import type { Limits, OlderConstraints, Quirks, TableKeyWording, TableNameRule } from '../quirks.js'
import { usualTableNameRule } from '../table-name-constraint.js'
import { leadWithConditionalOperator, leadWithResourceArn, leadWithTargetName } from './leads.js'

const memberOrders = {
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
  ],
  AttributeDefinition: ['AttributeType', 'AttributeName'],
  TimeToLiveSpecification: ['AttributeName', 'Enabled'],
  ProvisionedThroughput: ['WriteCapacityUnits', 'ReadCapacityUnits'],
  GlobalSecondaryIndex: ['KeySchema', 'Projection', 'IndexName', 'ProvisionedThroughput'],
  VectorIndex: ['IndexName', 'Dimensions', 'DistanceFunction', 'SearchSchema'],
  CreateVectorIndexAction: ['IndexName', 'Dimensions', 'DistanceFunction', 'SearchSchema'],
}

/** Recorded in October 2026 for RestoreTableFromBackup. */
const overrideOrders = { GlobalSecondaryIndex: ['IndexName', 'KeySchema', 'Projection'] }

const printedEnums = {
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
  ExportFormat: ['ION', 'DYNAMODB_JSON'],
  InputCompressionType: ['ZSTD', 'NONE', 'GZIP'],
  StreamViewType: ['OLD_IMAGE', 'KEYS_ONLY', 'NEW_AND_OLD_IMAGES', 'NEW_IMAGE'],
}

const indexName: Limits = { min: 3, max: 255, pattern: '[a-zA-Z0-9_.-]+' }
const distanceFunction: Limits = { values: ['COSINE', 'DOT_PRODUCT', 'EUCLIDEAN'] }
const bulkOperationArn: Limits = { min: 37, max: 1024 }
const bucketName: Limits = { max: 255, pattern: '^[a-z0-9A-Z]+[\\.\\-\\w]*[a-z0-9A-Z]+$' }
const bucketOwner: Limits = { pattern: '[0-9]{12}' }
const attributesToGet: Limits = { max: 255 }

const siteLimits: { readonly [site: string]: Limits } = {
  // The key of a global index may have more parts; those of a table and of a local index may not.
  'CreateTableInput.KeySchema': { max: 2 },
  'TableCreationParameters.KeySchema': { max: 2 },
  'LocalSecondaryIndex.KeySchema': { max: 2 },
  'GetItemInput.AttributesToGet': attributesToGet,
  'KeysAndAttributes.AttributesToGet': attributesToGet,
  'QueryInput.AttributesToGet': attributesToGet,
  'ScanInput.AttributesToGet': attributesToGet,
  'SSESpecification.KMSMasterKeyId': { min: 1 },
  // AWS: an empty map gets its own sentence, from the operation.
  'BatchWriteItemInput.RequestItems': { min: 0 },
  // AWS: an empty one gets its own sentence, from the operation.
  'ExportTableToPointInTimeInput.TableArn': { min: 0 },
  // Lengths are reported as failures of the map; see mapValueLimits.
  'BatchWriteItemRequestMap.value': { min: 0, max: Infinity },
  'ListBulkOperationsInput.MaxResults': { min: 1, max: 25 },
  'ListBulkOperationsInput.NextToken': { min: 1, max: 1024, pattern: '([0-9a-f]{16})+' },
  'DescribeBulkOperationInput.BulkOperationArn': bulkOperationArn,
  'CancelBulkOperationInput.BulkOperationArn': bulkOperationArn,
  'StartBulkPutItemsInput.TableName': { min: 1, max: 1024 },
  'StartBulkPutItemsInput.ClientToken': { pattern: '^[^\\$]+$' },
  'StartBulkPutItemsInput.MaxWriteRequestUnits': { min: 1024 },
  'StartBulkPutItemsInput.PerformanceTier': { values: ['STANDARD', 'ACCELERATED'] },
  'InputS3Configuration.S3Bucket': bucketName,
  'InputS3Configuration.S3BucketOwner': bucketOwner,
  'InputS3Configuration.S3KeyPrefix': { max: 1024 },
  'InputS3Configuration.InputFormat': { values: ['DYNAMODB_JSON', 'ION'] },
  'InputS3Configuration.InputCompressionType': { values: ['ZSTD', 'NONE', 'GZIP'] },
  'OutputS3Configuration.S3Bucket': bucketName,
  'OutputS3Configuration.S3BucketOwner': bucketOwner,
  'OutputS3Configuration.S3KeyPrefix': { max: 1024 },
  'OutputS3Configuration.OutputType': { min: 1, max: 2 },
  'OutputS3Configuration.S3SseAlgorithm': { values: ['AES256', 'KMS'] },
  'VectorAttributeDefinition.AttributeName': { min: 1, max: 255 },
  'VectorIndex.IndexName': indexName,
  'VectorIndex.Dimensions': { min: 1 },
  'VectorIndex.DistanceFunction': distanceFunction,
  'VectorIndex.SearchSchema': { min: 1 },
  'CreateVectorIndexAction.IndexName': indexName,
  'CreateVectorIndexAction.Dimensions': { min: 1 },
  'CreateVectorIndexAction.DistanceFunction': distanceFunction,
  'CreateVectorIndexAction.SearchSchema': { min: 1 },
  'DeleteVectorIndexAction.IndexName': indexName,
  'SearchSchemaElement.SearchSchemaElementType': { values: ['HASH', 'INLINE_FILTER'] },
  'SearchVectorsInput.IndexName': indexName,
  'SearchVectorsInput.SearchVector': { min: 1, max: vectorDimensionsMax },
  'SearchVectorsInput.TopK': { min: 1 },
}

/** Recorded in October 2026 for indexes of new tables and for new indexes. */
const lengthFirst = new Set([
  'GlobalSecondaryIndex.IndexName',
  'CreateGlobalSecondaryIndexAction.IndexName',
])

const mapValueLimits = {
  BatchWriteItemRequestMap: { min: 1, max: 25 },
}

/** As of October 2026. */
const tableKeyWordings: { readonly [map: string]: TableKeyWording } = {
  BatchGetRequestMap: { printed: 'json', yieldsToOthers: false },
  BatchWriteItemRequestMap: { printed: 'java', yieldsToOthers: true },
}

const unprinted = { below: 'no-value-capital-path', above: 'no-value-capital-path' } as const

const siteWordings: Quirks['siteWordings'] = {
  'QueryInput.Limit': unprinted,
  'BatchGetItemInput.RequestItems': { below: 'no-value-capital-path', above: 'value' },
  'KeysAndAttributes.Keys': unprinted,
  'SearchVectorsInput.IndexName': unprinted,
  'SearchVectorsInput.SearchVector': unprinted,
}

// AWS: UPDATE_NEW and ALL are the service's own mistakes.
const returnValues = ['ALL_OLD', 'UPDATED_OLD', 'ALL_NEW', 'UPDATE_NEW', 'NONE']
const conditionalOperators = ['ALL', 'OR']

/** As of October 2026, in 31 of 33 regions. The prefix for ConditionalOperator is less certain. */
const bareEnums = {
  'PutItemInput.ReturnValues': returnValues,
  'UpdateItemInput.ReturnValues': returnValues,
  'DeleteItemInput.ReturnValues': returnValues,
  'PutItemInput.ConditionalOperator': conditionalOperators,
  'UpdateItemInput.ConditionalOperator': conditionalOperators,
}

/** Recorded for UpdateItem; the other two are taken to do the same. */
const olderConstraints: { readonly [operation: string]: OlderConstraints } = {
  PutItem: { without: 'Item' },
  UpdateItem: {
    without: 'Key',
    memberOrder: [
      'ReturnConsumedCapacity',
      'TableName',
      'ReturnValues',
      'ConditionalOperator',
      'Key',
    ],
  },
  DeleteItem: { without: 'Key' },
}

const requiredUnless = {
  // A table that joins a global table gets its keys from there.
  CreateTableInput: {
    unless: 'GlobalTableSourceArn',
    members: ['AttributeDefinitions', 'KeySchema'],
  },
}

const emptyAlone = { ...usualTableNameRule, emptyAlone: true }
const tableLevel = {
  alone: true,
  bareMissing: true,
  lengthFirst: true,
  emptyIsShort: false,
  emptyAlone: false,
}

const tableNameRules: { readonly [operation: string]: TableNameRule } = {
  PutItem: { ...emptyAlone, alone: true },
  UpdateItem: { ...emptyAlone, alone: true },
  DeleteItem: emptyAlone,
  CreateTable: { ...tableLevel, alone: false, lengthFirst: false },
  UpdateTable: tableLevel,
  DeleteTable: tableLevel,
  DescribeTable: tableLevel,
  DescribeTimeToLive: tableLevel,
  UpdateTimeToLive: tableLevel,
}

export const dynamodbQuirks: Quirks = {
  namespace: 'com.amazonaws.dynamodb.v20120810',
  messageMembers: {
    IdempotentParameterMismatchException: 'message',
    TransactionInProgressException: 'message',
  },
  // Recorded in 2026: searches are read by another program than all else.
  strictInputs: {
    SearchVectors: [
      { name: 'TableName', expected: 'a string' },
      { name: 'IndexName', expected: 'a string' },
      { name: 'SearchVector', expected: 'a sequence' },
      { name: 'TopK', expected: 'i32' },
    ],
  },
  checksums: true,
  letteredRequestIds: true,
  memberOrders,
  operationOrders: {
    RestoreTableFromBackup: overrideOrders,
    RestoreTableToPointInTime: overrideOrders,
  },
  unpublishedMembers: { PutRequest: ['WorkloadProfileName'] },
  printedEnums,
  siteLimits,
  ownChecks: new Set(['Tag', 'TagKeyString', 'TableClass', 'BackupArn']),
  lengthFirst,
  mapValueLimits,
  tableKeyWordings,
  siteWordings,
  bareEnums,
  olderConstraints,
  requiredUnless,
  failuresMax: { UpdateItem: 1 },
  tableNameRules,
  tableNameShapes: new Set(['TableArn', 'String']),
  leads: {
    Query: leadWithConditionalOperator,
    TagResource: leadWithResourceArn,
    UntagResource: leadWithResourceArn,
    ListTagsOfResource: leadWithResourceArn,
    RestoreTableFromBackup: leadWithTargetName,
    RestoreTableToPointInTime: leadWithTargetName,
  },
}
