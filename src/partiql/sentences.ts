/**
 * The service's sentences about statements, word for word, odd grammar included. Sentences that
 * statements share with expressions are in `expressions/sentences.ts`. A syntax fault stops
 * parsing; everything else is reported once the whole text is known to be well formed.
 */
import { validation, type ServiceError } from '../model/errors.js'
import type { Span } from './parse/syntax.js'

export function syntaxFault(detail: string): ServiceError {
  return validation(`Statement wasn't well formed, can't be processed: ${detail}`)
}

/** A fault with its position in the statement. */
export function faultAt(text: string, span: Span, sentence: string): ServiceError {
  return validation(`${sentence} at ${formatPlace(text, span)}`)
}

/**
 * AWS: line, column and length, the first two counted from one, in characters as people count them.
 */
export function formatPlace(text: string, { start, end }: Span): string {
  const lines = text.slice(0, start).split(/\r\n|\n|\r/)
  const column = lengthOf(lines.at(-1)!) + 1
  return `${lines.length}:${column}:${lengthOf(text.slice(start, end))}`
}

function lengthOf(text: string): number {
  return [...text].length
}

export const statementSentences = {
  parameterCount: "Number of parameters in request and statement don't match.",
  unsupportedValue: (what: string, place: string) =>
    `Unsupported data type: ${what} under key ${place}`,
  unsupportedOperation: (name: string) => `Unsupported operation: ${name}`,
  unrecognizedFunction: (name: string) => `Unrecognized function: ${name}`,
  emptyBag: 'Empty bags are not supported',
  bagMember:
    'Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags',
  // AWS: the sentences for the two kinds of set differ in more than the type.
  repeatedStrings: (members: string) => `Input collection [${members}] contains duplicates.`,
  repeatedNumbers: (members: string, place: string) =>
    `Input collection [${members}] contains duplicates! under ${place}`,
  numberFault: (sentence: string, place: string) => `${sentence} under ${place}`,
  tooDeep: (place: string) => `Nesting Levels have exceeded supported limits under ${place}`,
  unsupportedOperator: (operator: string) =>
    `Unsupported operator in Condition Expression. Operator: ${operator}`,
  pathComponent: 'Unexpected path component',
  sourceTooLong: 'A path may contain at most 2 components in the FROM clause',
  sourceEmpty: 'Path component cannot be an empty string',
  sourceNotTable:
    'FROM clause may only contain a single table name in data manipulation statements',
  writeOnIndex: 'This operation is not supported on an index',
  aliasing: 'Aliasing is not supported',
  unsupportedClause: (clause: string) => `Unsupported clause: ${clause}`,
  duplicateIdentifiers: (name: string) => `Duplicate identifiers in select clause: ${name}`,
  orderWithoutWhere: 'Must have WHERE clause in the statement when using ORDER BY clause.',
  orderByNoKey: (attribute: string) =>
    `Attribute ${attribute} in ORDER BY clause must be part of the primary key`,
  setFunctionArguments: (name: string) => `${name} must have exactly two arguments`,
  setFunctionTarget: (name: string) =>
    `The first argument to ${name} must equal the assignment value`,
  setFunctionValue: (name: string) =>
    `The second argument to ${name} must be a value with type SET`,
  deleteReturning: (clause: string) =>
    `Invalid returning clause: ${clause}. Only RETURNING ALL OLD * is allowed in DELETE statements.`,
  // The service's sentences for the following are unknown; these words are ours.
  tooDeepToParse: 'Nesting Levels have exceeded supported limits',
  tooComplex: 'The condition compares too many conditions with each other',
  notACondition: 'Expected a condition',
  notAList: 'Expected a list',
  notATuple: 'Expected a tuple',
  notAMemberName: 'Expected a member name',
  unsupportedInUpdate: (operator: string) =>
    `Unsupported operator in Update Expression. Operator: ${operator}`,
  unsupportedType: (type: string) => `Unsupported data type in IS operator. Type: ${type}`,
  repeatedMember: (name: string) => `Duplicate attribute name in tuple: ${name}`,
} as const
