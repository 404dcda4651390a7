/**
 * Finds what is probably a mistake in a policy that can be read: names that mean nothing, conditions
 * that never apply, and rights that reach further than they may seem to.
 */
import { conditionFindings } from './check-conditions.js'
import { resourceFindings } from './check-resources.js'
import { carries, dynamodbActions, itemKeyIn } from './dynamodb-actions.js'
import { matchesPattern } from './wildcards.js'
import type { Policy, PolicyStatement } from './policy.js'

export interface PolicyFinding {
  /** From one, as people count. */
  readonly statement: number
  /** One sentence. */
  readonly text: string
}

/** Actions of services other than DynamoDB, by the service's prefix. */
export type KnownActions = ReadonlyMap<string, readonly string[]>

/** Actions of services that are not known are not looked at. */
export function checkPolicy(
  policy: Policy,
  others: KnownActions = new Map(),
): readonly PolicyFinding[] {
  return policy.statements.flatMap((statement, i) =>
    [...findingsIn(statement, policy, others)].map((text) => ({ statement: i + 1, text })),
  )
}

function* findingsIn(
  statement: PolicyStatement,
  policy: Policy,
  others: KnownActions,
): Generator<string> {
  yield* unknownActions(statement, others)
  yield* wideRights(statement)
  yield* resourceFindings(statement)
  yield* conditionFindings(statement)
  yield* missingKeys(statement)
  yield* literalVariables(statement, policy)
}

/** The names of DynamoDB's actions that a statement speaks of. */
function actionsOf({ actions }: PolicyStatement): readonly string[] {
  return [...dynamodbActions.keys()].filter((name) => {
    const full = `dynamodb:${name}`.toLowerCase()
    return actions.patterns.some((each) => matchesPattern(each, full)) !== actions.isExcept
  })
}

function* unknownActions({ actions }: PolicyStatement, others: KnownActions): Generator<string> {
  for (const [i, pattern] of actions.patterns.entries()) {
    const text = actions.texts[i]!
    const service = text.split(':')[0]!.toLowerCase()
    const names = service === 'dynamodb' ? [...dynamodbActions.keys()] : others.get(service)
    if (text === '*' || names === undefined) continue
    if (names.some((name) => matchesPattern(pattern, `${service}:${name}`.toLowerCase()))) continue
    const owner = service === 'dynamodb' ? 'DynamoDB' : service
    yield `${owner} has no action ${text}.`
  }
}

function* wideRights({ effect, actions, resources, principals, conditions }: PolicyStatement) {
  if (effect !== 'Allow') return
  if (actions.isExcept) yield 'It allows every action but the listed ones, of all services.'
  else if (actions.texts.includes('*')) yield 'It allows every action of every service.'
  if (resources?.isExcept) yield 'It allows every resource but the listed ones.'
  if (principals?.isExcept) yield 'It allows everyone but the listed principals.'
  const isForAll = principals?.list.everyone === true && conditions.length === 0
  if (isForAll) yield 'It allows everyone, without a condition.'
}

/** A request for an action that does not carry a key passes some conditions on it and fails others. */
function* missingKeys(statement: PolicyStatement): Generator<string> {
  for (const { key, operator, operatorName } of statement.conditions) {
    const name = itemKeyIn(key)
    if (name === undefined || operator.compare === undefined) continue
    const without = actionsOf(statement).filter(
      (each) => !carries(dynamodbActions.get(each)!, name),
    )
    if (without.length === 0) continue
    const holds =
      operator.ifExists || operator.over === 'all' || (!operator.over && operator.negated)
    const effect = holds ? 'always holds' : 'never holds'
    yield `${key} is absent from requests for ${listed(without)}, so ${operatorName} ${effect} there.`
  }
}

const shownNamesMax = 3

function listed(names: readonly string[]): string {
  const shown = names.slice(0, shownNamesMax).join(', ')
  return names.length > shownNamesMax ? `${shown} and ${names.length - shownNamesMax} more` : shown
}

function* literalVariables({ resources, conditions }: PolicyStatement, { version }: Policy) {
  if (version === '2012-10-17') return
  const texts = [...(resources?.texts ?? []), ...conditions.flatMap(({ values }) => values)]
  const found = texts.find((text) => text.includes('${'))
  if (found !== undefined)
    yield `Without "Version": "2012-10-17" the variable in ${found} is plain text.`
}
