/**
 * The service's sentences that many tests expect, in one place because the service changes them.
 *
 * They follow today's service. If captures of late 2026 differ from older ones, the newer wording
 * is used here and a comment names the older one.
 */

/** The frame that single-item writes put around faults in the request. */
export const prefixed = (sentence: string): string => `1 validation error detected: ${sentence}`

export const invalid = (sentence: string): string =>
  `One or more parameter values were invalid: ${sentence}`

export const notValid = (sentence: string): string =>
  `One or more parameter values are not valid. ${sentence}`

/** Operations whose request faults carry the prefix. */
const prefixing = new Set(['PutItem', 'UpdateItem', 'DeleteItem'])

/** A fault in the request as `operation` words it. */
export const framed = (operation: string, sentence: string): string =>
  prefixing.has(operation) ? prefixed(sentence) : sentence

/** All violated model constraints in one message. */
export function failures(...list: readonly string[]): string {
  const noun = list.length === 1 ? 'error' : 'errors'
  return `${list.length} validation ${noun} detected: ${list.join('; ')}`
}

/** One failure; a null value is printed without quotes. */
export function failure(value: string | null, path: string, constraint: string): string {
  const printed = value === null ? 'null' : `'${value}'`
  return `Value ${printed} at '${path}' failed to satisfy constraint: Member must ${constraint}`
}

/** A failure that names neither the value nor its place. */
export const bareFailure = (constraint: string): string =>
  `Failed to satisfy constraint: Member must ${constraint}`

/** In newer checks: without the value, and with the member as the request spells it. */
export const plainFailure = (path: string, constraint: string): string =>
  `Value at '${path}' failed to satisfy constraint: Member must ${constraint}`

export const notNull = 'not be null'
export const lengthAtLeast = (n: number): string => `have length greater than or equal to ${n}`
export const lengthAtMost = (n: number): string => `have length less than or equal to ${n}`
export const valueAtLeast = (n: number): string => `have value greater than or equal to ${n}`
export const valueAtMost = (n: number): string => `have value less than or equal to ${n}`
export const oneOf = (...values: readonly string[]): string =>
  `satisfy enum value set: [${values.join(', ')}]`
export const namePattern = 'satisfy regular expression pattern: [a-zA-Z0-9_.-]+'

/** AWS: some names have a sentence of their own for a wrong length. */
export const nameLength = (member: string): string =>
  `${member} must be at least 3 characters long and at most 255 characters long`

export const enums = {
  returnConsumedCapacity: oneOf('INDEXES', 'TOTAL', 'NONE'),
  returnValues: oneOf('ALL_NEW', 'UPDATED_OLD', 'ALL_OLD', 'NONE', 'UPDATED_NEW'),
  returnItemCollectionMetrics: oneOf('SIZE', 'NONE'),
  conditionalOperator: oneOf('OR', 'AND'),
  select: oneOf(...['SPECIFIC_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES']),
  comparisonOperator: oneOf(
    ...['IN', 'NULL', 'BETWEEN', 'LT', 'NOT_CONTAINS', 'EQ', 'GT', 'NOT_NULL', 'NE', 'LE'],
    ...['BEGINS_WITH', 'GE', 'CONTAINS'],
  ),
  attributeType: oneOf('B', 'N', 'S'),
  keyType: oneOf('HASH', 'RANGE'),
  projectionType: oneOf('ALL', 'INCLUDE', 'KEYS_ONLY'),
  billingMode: oneOf('PROVISIONED', 'PAY_PER_REQUEST'),
} as const

// As newer checks print them.
export const badReturnValues = bareFailure(
  oneOf('ALL_OLD', 'UPDATED_OLD', 'ALL_NEW', 'UPDATE_NEW', 'NONE'),
)
export const badConditionalOperator = bareFailure(oneOf('ALL', 'OR'))
export const emptyTableName = plainFailure('TableName', lengthAtLeast(1))

export const conditionFailed = 'The conditional request failed'
export const resourceNotFound = 'Requested resource not found'
export const tableNotFound = (name: string): string =>
  `${resourceNotFound}: Table: ${name} not found`
export const keyMismatch = 'The provided key element does not match the schema'
export const tableNameRequired =
  "The parameter 'TableName' is required but was not present in the request"

export const emptyValue =
  'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes'
export const severalTypes =
  'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes'
export const nullNotTrue = invalid('Null attribute value types must have the value of true')
export const emptyStringSet = invalid('An string set  may not be empty')
export const emptyNumberSet = invalid('An number set  may not be empty')
export const emptyBinarySet = invalid('Binary sets should not be empty')

/** Members quoted, in byte order up to the first repeat (2026; before: unquoted, as sent). */
export const duplicateStrings = (...members: readonly string[]): string =>
  invalid(`Input collection [${members.map(quoted).join(', ')}] contains duplicates.`)
/** Without a space after the comma, and without one before `of`. */
export const duplicateBinaries = (...members: readonly string[]): string =>
  invalid(`Input collection [${members.map(quoted).join(',')}]of type BS contains duplicates.`)
/** Before 2026: bare `Input collection contains duplicates`. */
export const duplicateNumbers = invalid('Input collection contains duplicates.')

function quoted(text: string): string {
  return `"${text}"`
}

export const tooDeep =
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit'

/** An empty text keeps the colon and its space (2026; before: neither). */
export const notANumber = (text: string): string =>
  `The parameter cannot be converted to a numeric value: ${text}`
export const numberOverflow =
  'Number overflow. Attempting to store a number with magnitude larger than supported range'
export const numberUnderflow =
  'Number underflow. Attempting to store a number with magnitude smaller than supported range'
export const tooManyDigits = 'Attempting to store more than 38 significant digits in a Number'

export const emptyKey = (name: string, kind: 'string' | 'binary' = 'string'): string =>
  notValid(
    `The AttributeValue for a key attribute cannot contain an empty ${kind} value. Key: ${name}`,
  )
/** No space before the number. */
export const partitionKeyTooLong = invalid(
  'Size of hashkey has exceeded the maximum size limit of2048 bytes',
)
export const sortKeyTooLong = invalid(
  'Aggregated size of all range keys has exceeded the size limit of 1024 bytes',
)
export const itemTooBig = 'Item size has exceeded the maximum allowed size'
export const updatedItemTooBig = 'Item size to update has exceeded the maximum allowed size'

/** Since late 2026 without an ending such as `: ConditionExpression is null`. */
export const valuesWithoutExpression =
  'ExpressionAttributeValues can only be specified when using expressions'
export const namesWithoutExpression =
  'ExpressionAttributeNames can only be specified when using expressions'
export const onlyAllOldOrNone = 'ReturnValues can only be ALL_OLD or NONE'

export const mixed = (legacy: readonly string[], expressions: readonly string[]): string =>
  'Can not use both expression and non-expression parameters in the same request: ' +
  `Non-expression parameters: {${legacy.join(', ')}} Expression parameters: {${expressions.join(', ')}}`

export const unusedNames = (...keys: readonly string[]): string =>
  `Value provided in ExpressionAttributeNames unused in expressions: keys: {${keys.join(', ')}}`
export const unusedValues = (...keys: readonly string[]): string =>
  `Value provided in ExpressionAttributeValues unused in expressions: keys: {${keys.join(', ')}}`

export const needsTwoConditions =
  'ConditionalOperator can only be used when Filter or Expected has two or more elements'
export const needsConditions = 'ConditionalOperator cannot be used without Filter or Expected'

/**
 * Batch writes, scans and, in most regions, transactions still check values in an older layer: it
 * prints members as they were sent and unquoted, and an empty number without a colon.
 */
export const older = {
  duplicateStrings: (...members: readonly string[]): string =>
    invalid(`Input collection [${members.join(', ')}] contains duplicates.`),
  duplicateBinaries: (...members: readonly string[]): string =>
    invalid(`Input collection [${members.join(', ')}]of type BS contains duplicates.`),
  duplicateNumbers: 'Input collection contains duplicates',
  emptyNumber: 'The parameter cannot be converted to a numeric value',
} as const

/** The older layer's frame around a fault in an expression value. */
export const invalidValue = (sentence: string, key: string): string =>
  `ExpressionAttributeValues contains invalid value: ${sentence} for key ${key}`

/** In batches the names of tables are keys of a map. */
export const mapKeys =
  "at 'requestItems' failed to satisfy constraint: Map keys must satisfy constraint: " +
  '[Member must have length less than or equal to 255, Member must have length greater than or equal to 3, ' +
  'Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]'

/** Matches exactly one of the texts, for sentences that differ between regions. */
export const anyOf = (...texts: readonly string[]): RegExp =>
  new RegExp(`^(?:${texts.map(escaped).join('|')})$`, 's')

export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

export const duplicateKeys = 'Provided list of item keys contains duplicates'
export const noIndex = (name: string): string =>
  `The table does not have the specified index: ${name}`
export const noConsistentReads = 'Consistent reads are not supported on global secondary indexes'
export const noAllAttributes = (index: string): string =>
  invalid(
    `Select type ALL_ATTRIBUTES is not supported for global secondary index ${index} because its projection type is not ALL`,
  )
export const notProjected = (index: string, ...names: readonly string[]): string =>
  invalid(`Global secondary index ${index} does not project [${names.join(', ')}]`)
export const scalarKey = (name: string, kind: 'Key' | 'IndexKey' = 'Key'): string =>
  `Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: ${kind}: ${name}`

export const select = {
  specificNeedsNames:
    'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES',
  noProjection: (what: string): string =>
    `Cannot specify the ProjectionExpression when choosing to get ${what}`,
  noAttributesToGet: (what: string): string =>
    `Cannot specify the AttributesToGet when choosing to get ${what}`,
  projectedNeedsIndex: 'ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName',
} as const

export const unknownTableClass =
  'Invalid table-class parameter provided. Please try again with a valid table-class value: [STANDARD, STANDARD_INFREQUENT_ACCESS].'

export const badStartKey = 'The provided starting key is invalid'
export const startKeyFault = (sentence: string): string => `${badStartKey}: ${sentence}`
export const startKeyOutside =
  'The provided starting key is outside query boundaries based on provided conditions'
export const startKeyPredicate = 'The provided starting key does not match the range key predicate'
export const oneRow = 'The query can return at most one row and cannot be restarted'

export const needsKeyCondition =
  'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.'
export const missedKey = (name: string): string =>
  `Query condition missed key schema element: ${name}`
export const unsupportedKeyCondition = 'Query key condition not supported'
export const conditionType = invalid('Condition parameter type does not match schema type')
export const notIndexable = 'Attempted conditional constraint is not an indexable operation'
export const tooManyKeyConditions = (conditions: number, attributes: number): string =>
  `The number of query conditions (${conditions}) exceeds the number of key attributes defined in the schema (${attributes})`

export const sameItemTwice = 'Transaction request cannot include multiple operations on one item'
export const cancelled = (...codes: readonly string[]): string =>
  `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`
