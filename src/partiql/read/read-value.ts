/**
 * Values as statements write them: literals in the normal form of the model, and parameters, which
 * may be a whole value or a member of an INSERT's item, but nothing deeper.
 *
 * Faults inside a literal include the path to them from `root`, the literal itself.
 */
import { checkAttributeName } from '../../model/attribute-name.js'
import type { AttributeMap, AttributeValue } from '../../model/attribute-value.js'
import { invalidParameter, validation } from '../../model/errors.js'
import { nestingLevelsMax } from '../../model/limits.js'
import { normalizeNumber } from '../../model/decimal.js'
import { numberSentence } from '../../model/read-attribute-value.js'
import { orderedMembers } from '../../model/set-order.js'
import { sentences } from '../../expressions/sentences.js'
import type { Binding } from './binding.js'
import { operationName } from '../operation-name.js'
import { statementSentences } from '../sentences.js'
import type { Expression, TupleMember } from '../parse/syntax.js'

/**
 * The expression as a value; undefined if it is another kind of expression, which may be allowed
 * there.
 */
export function findValue(expression: Expression, binding: Binding): AttributeValue | undefined {
  return readAt(expression, binding, rootOfValue)
}

/** The item of an INSERT. */
export function requireItem(expression: Expression, binding: Binding): AttributeMap {
  if (expression.kind !== 'tuple') {
    throw binding.fault(statementSentences.notATuple, expression.span)
  }
  // AWS: every attribute is the root of its own value.
  return readMembers(expression.members, binding, () => rootOfValue)
}

/** Where a value is: the path to it, how many collections contain it, and what is allowed there. */
interface Place {
  readonly path: string
  readonly collections: number
  readonly acceptsParameter: boolean
}

const rootOfValue: Place = { path: 'root', collections: 0, acceptsParameter: true }

function inside({ path, collections }: Place, step: string): Place {
  return { path: path + step, collections: collections + 1, acceptsParameter: false }
}

function requireAt(expression: Expression, binding: Binding, place: Place): AttributeValue {
  const value = readAt(expression, binding, place)
  if (value !== undefined) return value
  const what = describeExpression(expression)
  throw binding.fault(statementSentences.unsupportedValue(what, place.path), expression.span)
}

function readAt(
  expression: Expression,
  binding: Binding,
  place: Place,
): AttributeValue | undefined {
  if (place.collections >= nestingLevelsMax) {
    throw validation(statementSentences.tooDeep(place.path))
  }
  switch (expression.kind) {
    case 'string':
      return { S: expression.text }
    case 'number':
      return { N: readNumber(expression.text, place) }
    case 'boolean':
      return { BOOL: expression.value }
    case 'null':
      return { NULL: true }
    case 'list':
      return { L: readElements(expression.elements, binding, place) }
    case 'tuple':
      return {
        M: readMembers(expression.members, binding, (name) => inside(place, `.${name}`)),
      }
    case 'bag':
      return readBag(expression.elements, binding, place)
    case 'parameter':
      return place.acceptsParameter ? binding.parameter(expression.position) : undefined
    case 'unary':
      if (expression.operator === 'NOT') return undefined
      // AWS: only numbers have signs; any other sign is an operator that lacks an operand.
      throw validation(sentences.operandCount(expression.operator, 1))
    default:
      return undefined
  }
}

function readElements(
  elements: readonly Expression[],
  binding: Binding,
  place: Place,
): readonly AttributeValue[] {
  return elements.map((element, i) => requireAt(element, binding, inside(place, `[${i}]`)))
}

function readMembers(
  members: readonly TupleMember[],
  binding: Binding,
  placeOf: (name: string) => Place,
): AttributeMap {
  const values = new Map<string, AttributeValue>()
  for (const { key, value } of members) {
    const name = readMemberName(key, binding)
    if (values.has(name)) throw validation(statementSentences.repeatedMember(name))
    values.set(name, requireAt(value, binding, placeOf(name)))
  }
  // fromEntries defines members, so a name such as `__proto__` stays an ordinary one.
  return Object.fromEntries(values)
}

function readMemberName(key: Expression, binding: Binding): string {
  const name = memberNameOf(key)
  if (name === undefined) throw binding.fault(statementSentences.notAMemberName, key.span)
  checkAttributeName(name)
  return name
}

function memberNameOf(key: Expression): string | undefined {
  if (key.kind === 'string') return key.text
  if (key.kind !== 'path' || key.steps.length > 1) return undefined
  const [step] = key.steps
  return step?.kind === 'name' ? step.name : undefined
}

function readBag(elements: readonly Expression[], binding: Binding, place: Place): AttributeValue {
  if (elements.length === 0) throw validation(statementSentences.emptyBag)
  const texts = elements.map((element, i) => {
    if (element.kind === 'parameter') requireAt(element, binding, inside(place, `[${i}]`))
    if (element.kind !== elements[0]!.kind) throw validation(statementSentences.bagMember)
    if (element.kind === 'string' || element.kind === 'number') return element.text
    throw validation(statementSentences.bagMember)
  })
  return elements[0]!.kind === 'string' ? stringSet(texts) : numberSet(texts, place)
}

function stringSet(members: readonly string[]): AttributeValue {
  if (new Set(members).size < members.length) {
    throw invalidParameter(statementSentences.repeatedStrings(members.join(', ')))
  }
  return { SS: orderedMembers('SS', members) }
}

function numberSet(texts: readonly string[], place: Place): AttributeValue {
  const members = texts.map((text) => readNumber(text, place))
  if (new Set(members).size < members.length) {
    throw invalidParameter(statementSentences.repeatedNumbers(texts.join(', '), place.path))
  }
  return { NS: orderedMembers('NS', members) }
}

function readNumber(text: string, place: Place): string {
  const result = normalizeNumber(text)
  if ('text' in result) return result.text
  const sentence = numberSentence(result.fault, text)
  throw validation(statementSentences.numberFault(sentence, place.path))
}

/**
 * AWS: a call is described by its name; the other words are guesses, modelled on the one for
 * parameters.
 */
function describeExpression(expression: Expression): string {
  if (expression.kind === 'call') return expression.name
  return operationName(expression)
}
