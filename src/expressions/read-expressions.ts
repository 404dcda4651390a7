/**
 * All expressions of one request, checked in the service's order: the two maps of substitutions,
 * then each expression whole, then the substitutions that no expression used. Nothing here needs to
 * know the table.
 */
import type { Condition } from './condition.js'
import { checkPathsApart } from './check-paths.js'
import { conditionSyntax, projectionSyntax, updateSyntax } from './parse.js'
import type { Projection } from './project.js'
import { resolveCondition } from './resolve-condition.js'
import { resolveUpdate } from './resolve-update.js'
import type { ExpressionName } from './sentences.js'
import { Substitutions, type NameMap, type ValueMap, type ValueReading } from './substitutions.js'
import type { Update } from './update.js'

export interface ExpressionRequest {
  readonly names?: NameMap
  readonly values?: ValueMap
  readonly update?: string
  readonly condition?: string
  readonly keyCondition?: string
  readonly filter?: string
  readonly searchCondition?: string
  readonly projection?: string
  /** AWS: transactions also accept names and values without any expression. */
  readonly valueReading?: ValueReading
}

export interface Expressions {
  readonly update?: Update
  readonly condition?: Condition
  /** Not yet known to select by key: `key-conditions.ts` checks that. */
  readonly keyCondition?: Condition
  readonly filter?: Condition
  /** Not yet known to be equalities: `search-conditions.ts` checks that. */
  readonly searchCondition?: Condition
  readonly projection?: Projection
}

const none: Expressions = {}

export function readExpressions(request: ExpressionRequest): Expressions {
  const { names, values, valueReading = 'usual' } = request
  if (names === undefined && values === undefined && !hasExpression(request)) return none
  const substitutions = new Substitutions(names, values, valueReading)
  const expressions: Expressions = {
    update: optional(request.update, (text) => readUpdate(text, substitutions)),
    condition: optional(request.condition, (text) =>
      readCondition('ConditionExpression', text, substitutions),
    ),
    keyCondition: optional(request.keyCondition, (text) =>
      readCondition('KeyConditionExpression', text, substitutions),
    ),
    filter: optional(request.filter, (text) =>
      readCondition('FilterExpression', text, substitutions),
    ),
    searchCondition: optional(request.searchCondition, (text) =>
      readCondition('SearchConditionExpression', text, substitutions),
    ),
    projection: optional(request.projection, (text) => readProjection(text, substitutions)),
  }
  if (valueReading !== 'transacted' || hasExpression(request)) {
    substitutions.refuseUnused()
  }
  return expressions
}

function hasExpression(request: ExpressionRequest): boolean {
  const { update, condition, keyCondition, filter, searchCondition, projection } = request
  const first = update ?? condition ?? keyCondition ?? filter ?? searchCondition ?? projection
  return first !== undefined
}

function optional<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text)
}

function readUpdate(text: string, substitutions: Substitutions): Update {
  return resolveUpdate(updateSyntax(text), substitutions)
}

function readCondition(
  expression: ExpressionName,
  text: string,
  substitutions: Substitutions,
): Condition {
  return resolveCondition(expression, conditionSyntax(expression, text), substitutions)
}

function readProjection(text: string, substitutions: Substitutions): Projection {
  const expression = 'ProjectionExpression'
  const { paths } = projectionSyntax(text)
  const resolved = paths.map((path) => substitutions.requirePath(expression, path))
  checkPathsApart(expression, resolved)
  return { paths: resolved }
}
