/**
 * The service's sentences about expressions, word for word, odd grammar included. They are in one
 * place because the service changes them. `expressionFault` puts the name of the expression in
 * front; the sentences about running an update have no such prefix.
 */
import { validation, type ServiceError } from '../model/errors.js'
import { expressionOperatorsMax } from '../model/limits.js'

/** An expression, by the name of its parameter. */
export type ExpressionName =
  | 'ConditionExpression'
  | 'FilterExpression'
  | 'KeyConditionExpression'
  | 'ProjectionExpression'
  | 'SearchConditionExpression'
  | 'UpdateExpression'

export function expressionFault(expression: ExpressionName, sentence: string): ServiceError {
  return validation(`Invalid ${expression}: ${sentence}`, 'expression')
}

export const sentences = {
  empty: 'The expression can not be empty;',
  tooLong: 'Expression size has exceeded the maximum allowed size;',
  tooLongBySize: (bytes: number) =>
    `Expression size has exceeded the maximum allowed size; expression size: ${bytes}`,
  syntax: (token: string, near: string) => `Syntax error; token: "${token}", near: "${near}"`,
  // AWS: counting stops at the first operator too many.
  tooManyOperators: `The expression contains too many operators; operator count: ${expressionOperatorsMax + 1}`,
  tooManyInOperands: (count: number) =>
    `The IN operator is provided with too many operands; number of operands: ${count}`,
  pathTooDeep: (levels: number) =>
    `The document path has too many nesting levels; nesting levels: ${levels}`,
  redundantParentheses: 'The expression has redundant parentheses;',
  indexTooLarge: (index: string) =>
    `List index is not within the allowable range; index: [${index}]`,
  reservedWord: (name: string) => `Attribute name is a reserved keyword; reserved keyword: ${name}`,
  unknownFunction: (name: string) => `Invalid function name; function: ${name}`,
  functionNotInCondition: (name: string) =>
    `The function is not allowed in a condition expression; function: ${name}`,
  functionNotInUpdate: (name: string) =>
    `The function is not allowed in an update expression; function: ${name}`,
  functionMisused: (name: string) =>
    `The function is not allowed to be used this way in an expression; function: ${name}`,
  operandCount: (operator: string, count: number) =>
    `Incorrect number of operands for operator or function; operator or function: ${operator}, number of operands: ${count}`,
  undefinedName: (name: string) =>
    `An expression attribute name used in the document path is not defined; attribute name: ${name}`,
  undefinedValue: (name: string) =>
    `An expression attribute value used in expression is not defined; attribute value: ${name}`,
  sameOperand: (operator: string, path: string) =>
    `The first operand must be distinct from the remaining operands for this operator or function; operator: ${operator}, first operand: ${path}`,
  pathRequired: (operator: string) =>
    `Operator or function requires a document path; operator or function: ${operator}`,
  operandType: (operator: string, type: string) =>
    `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${type}`,
  // AWS: names ADD's set of types for DELETE too.
  updateOperandType: (operator: string, type: string) =>
    `Incorrect operand type for operator or function; operator: ${operator}, operand type: ${type}, typeSet: ALLOWED_FOR_ADD_OPERAND`,
  unknownType: (type: string) =>
    `Invalid attribute type name found; type: ${type}, valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}`,
  betweenTypes: (lower: string, upper: string) =>
    `The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: ${lower}, upper bound operand: ${upper}`,
  betweenOrder: (lower: string, upper: string) =>
    `The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: ${lower}, upper bound operand: ${upper}`,
  sectionTwice: (section: string) =>
    `The "${section}" section can only be used once in an update expression;`,
  pathsOverlap: (one: string, two: string) =>
    `Two document paths overlap with each other; must remove or rewrite one of these paths; path one: ${one}, path two: ${two}`,
  pathsConflict: (one: string, two: string) =>
    `Two document paths conflict with each other; must remove or rewrite one of these paths; path one: ${one}, path two: ${two}`,
} as const

export const updateSentences = {
  invalidPath: 'The document path provided in the update expression is invalid for update',
  missingAttribute:
    'The provided expression refers to an attribute that does not exist in the item',
  wrongType: 'An operand in the update expression has an incorrect data type',
  legacyWrongType: 'Type mismatch for attribute to update',
} as const

export const substitutionSentences = {
  namesEmpty: 'ExpressionAttributeNames must not be empty',
  nameKeyTooLong: (bytes: number) =>
    `ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too long; size of key: ${bytes}`,
  nameKeySyntax: (key: string) =>
    `ExpressionAttributeNames contains invalid key: Syntax error; key: "${key}"`,
  nameEmpty: (key: string) =>
    `ExpressionAttributeNames contains invalid value: Empty attribute name for key ${key}`,
  // The service's own words for this are unknown.
  nameTooLong: (key: string) =>
    `ExpressionAttributeNames contains invalid value: Attribute name is too long for key ${key}`,
  valuesEmpty: 'ExpressionAttributeValues must not be empty',
  valueKeyTooLong:
    'ExpressionAttributeValues contains invalid key: The expression attribute map contains a key that is too long;',
  valueKeySyntax: (key: string) =>
    `ExpressionAttributeValues contains invalid key: Syntax error; key: "${key}"`,
  valueInvalid: (sentence: string, key: string) =>
    `ExpressionAttributeValues contains invalid value: ${sentence} for key ${key}`,
  unusedNames: (keys: string) =>
    `Value provided in ExpressionAttributeNames unused in expressions: keys: {${keys}}`,
  unusedValues: (keys: string) =>
    `Value provided in ExpressionAttributeValues unused in expressions: keys: {${keys}}`,
} as const
