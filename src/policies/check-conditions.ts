/** Finds conditions that are probably mistakes: keys that no request has, and values that nothing equals. */
import { booleanEquals, textEquals } from './comparisons.js'
import type { PolicyCondition } from './condition-block.js'
import { holdsList, itemKeyIn } from './dynamodb-actions.js'
import { isGlobalKey } from './global-keys.js'
import type { PolicyStatement } from './policy.js'

export function* conditionFindings({ conditions }: PolicyStatement): Generator<string> {
  for (const condition of conditions) {
    yield* inertOperator(condition)
    yield* unknownKey(condition)
    yield* deadValues(condition)
    yield* literalWildcards(condition)
  }
}

/** AWS: such an operator never matches, so the statement never applies. */
function* inertOperator({ key, operator, operatorName }: PolicyCondition): Generator<string> {
  if (operator.compare === undefined || operator.over !== undefined || !holdsList(key)) return
  yield `${operatorName} never matches ${key}, which holds a list: write ForAllValues:${operatorName} or ForAnyValue:${operatorName}.`
}

function* unknownKey({ key, keyName }: PolicyCondition): Generator<string> {
  const [prefix] = keyName.split(':')
  if (keyName.startsWith('dynamodb:resourcetag/')) {
    // AWS: it exists and is evaluated as if the table had no tags.
    yield `${key} is never there: write aws:ResourceTag/${key.slice(key.indexOf('/') + 1)}.`
  } else if (prefix === 'dynamodb' && itemKeyIn(key) === undefined) {
    yield `DynamoDB has no key ${key}: no request has it.`
  } else if (prefix === 'aws' && !isGlobalKey(keyName)) {
    yield `There is no key ${key}: no request has it.`
  }
}

function* deadValues({ operator, operatorName, values }: PolicyCondition): Generator<string> {
  const { compare } = operator
  for (const value of values) {
    const isDead =
      compare === undefined || compare === booleanEquals
        ? !value.includes('${') && !/^(?:true|false)$/i.test(value)
        : compare(value, { variables: true }) === undefined
    if (isDead) yield `${operatorName} never matches "${value}".`
  }
}

/** AWS: only Like and the operators of ARNs know wildcards. */
function* literalWildcards({ operator, operatorName, values }: PolicyCondition): Generator<string> {
  if (operator.compare !== textEquals) return
  const value = values.find((each) => each.includes('*') && !each.includes('${*}'))
  if (value === undefined) return
  const like = operatorName.replace(/Equals/i, 'Like')
  yield `${operatorName} takes the * in "${value}" as a character: write ${like} for a wildcard.`
}
