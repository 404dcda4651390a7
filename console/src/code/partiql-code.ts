/**
 * A request as a PartiQL statement, where there is one: nothing is left out in silence. There is none
 * for searches of vectors, binary values, ADD and DELETE of updates, conditions of a put, and functions that PartiQL lacks.
 */
import type { AttributeValue, Item } from '../values/attribute-value.js'
import { partiqlExpression, partiqlPath, updateClauses } from './partiql-expression.js'
import { hasBinary, type CodeRequest } from './request.js'

type Texts = Readonly<Record<string, string | undefined>>

export function partiqlCode(request: CodeRequest): string | undefined {
  if (hasBinary(request)) return undefined
  switch (request.operation) {
    case 'Query':
    case 'Scan':
      return selectOf(request)
    case 'GetItem':
      return `SELECT ${columnsOf(request)}\nFROM ${sourceOf(request)}\nWHERE ${keyOf(request)}`
    case 'PutItem':
      return insertOf(request)
    case 'UpdateItem':
      return updateOf(request)
    case 'DeleteItem':
      return withCondition(`DELETE FROM ${sourceOf(request)}\nWHERE ${keyOf(request)}`, request)
    case 'SearchVectors':
      return undefined
  }
}

export function namesOf({ input }: CodeRequest): Readonly<Record<string, string>> {
  return (input['ExpressionAttributeNames'] ?? {}) as Readonly<Record<string, string>>
}

/** The values of placeholders, as literals. */
function literalsOf({ input }: CodeRequest): Readonly<Record<string, string>> {
  const values = (input['ExpressionAttributeValues'] ?? {}) as Item
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, partiqlLiteral(value)]),
  )
}

function selectOf(request: CodeRequest): string | undefined {
  const input = request.input as Texts
  const conditions: string[] = []
  for (const expression of [input['KeyConditionExpression'], input['FilterExpression']]) {
    if (expression === undefined) continue
    const text = partiqlExpression(expression, namesOf(request), literalsOf(request))
    if (text === undefined) return undefined
    conditions.push(text)
  }
  const where = conditions.length === 0 ? '' : `\nWHERE ${joinConditions(conditions)}`
  return `SELECT ${columnsOf(request)}\nFROM ${sourceOf(request)}${where}`
}

function joinConditions(conditions: readonly string[]): string {
  return conditions.map((text) => (/\bOR\b/.test(text) ? `(${text})` : text)).join(' AND ')
}

function columnsOf(request: CodeRequest): string {
  const projection = request.input['ProjectionExpression'] as string | undefined
  if (projection === undefined) return '*'
  return projection
    .split(',')
    .map((path) => partiqlPath(path.trim(), namesOf(request)))
    .join(', ')
}

function sourceOf({ input }: CodeRequest): string {
  const index = input['IndexName'] as string | undefined
  return index === undefined
    ? partiqlName(input.TableName)
    : `${partiqlName(input.TableName)}.${partiqlName(index)}`
}

function keyOf({ input }: CodeRequest): string {
  return Object.entries(input['Key'] as Item)
    .map(([name, value]) => `${partiqlName(name)} = ${partiqlLiteral(value)}`)
    .join(' AND ')
}

/** INSERT fails if the item is there, as a put does under this one condition. */
function insertOf(request: CodeRequest): string | undefined {
  const condition = request.input['ConditionExpression'] as string | undefined
  if (condition === undefined || !/^attribute_not_exists\s*\(#?\w+\)$/.test(condition)) {
    return undefined
  }
  const item = partiqlLiteral({ M: request.input['Item'] as Item })
  return `INSERT INTO ${sourceOf(request)}\nVALUE ${item}`
}

function updateOf(request: CodeRequest): string | undefined {
  const update = request.input['UpdateExpression'] as string | undefined
  if (update === undefined) return undefined
  const clauses = updateClauses(update, namesOf(request), literalsOf(request))
  if (clauses === undefined) return undefined
  const text = `UPDATE ${sourceOf(request)}\n${clauses.join('\n')}\nWHERE ${keyOf(request)}`
  return withCondition(text, request)
}

function withCondition(statement: string, request: CodeRequest): string | undefined {
  const condition = request.input['ConditionExpression'] as string | undefined
  if (condition === undefined) return statement
  const text = partiqlExpression(condition, namesOf(request), literalsOf(request))
  return text === undefined ? undefined : `${statement} AND ${joinConditions([text])}`
}

export function partiqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Binary values have no literal; whoever prints a request asks `hasBinary` first. */
export function partiqlLiteral(value: AttributeValue): string {
  if ('S' in value) return textLiteral(value.S)
  if ('N' in value) return value.N
  if ('BOOL' in value) return String(value.BOOL)
  if ('NULL' in value) return 'NULL'
  if ('SS' in value) return `<<${value.SS.map(textLiteral).join(', ')}>>`
  if ('NS' in value) return `<<${value.NS.join(', ')}>>`
  if ('L' in value) return `[${value.L.map(partiqlLiteral).join(', ')}]`
  if ('M' in value) return mapLiteral(value.M)
  return '?'
}

function mapLiteral(item: Item): string {
  const entries = Object.entries(item)
  return `{${entries.map(([name, value]) => `${textLiteral(name)}: ${partiqlLiteral(value)}`).join(', ')}}`
}

function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
