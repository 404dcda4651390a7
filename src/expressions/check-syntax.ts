/**
 * What can be checked about a well-formed expression without the request's names and values: the
 * number of operators, that functions exist and are used where they are allowed, and that bare
 * names are not reserved. Conditions and updates report these faults in different orders.
 */
import { expressionOperatorsMax } from '../model/limits.js'
import { isReservedWord } from './reserved-words.js'
import { sentences } from './sentences.js'
import type { FunctionPlace, TokenReader } from './token-reader.js'
import type { Section } from './syntax.js'

const conditionFunctions: ReadonlySet<string> = new Set([
  'attribute_exists',
  'attribute_not_exists',
  'attribute_type',
  'begins_with',
  'contains',
])
const updateFunctions: ReadonlySet<string> = new Set(['if_not_exists', 'list_append'])

export function checkConditionSyntax(reader: TokenReader): void {
  checkOperatorCount(reader)
  checkFunctionsExist(reader)
  for (const { name, place } of reader.functions) checkPlaceInCondition(reader, name, place)
  checkPaths(reader)
}

export function checkUpdateSyntax(reader: TokenReader, sections: readonly Section[]): void {
  checkOperatorCount(reader)
  checkPaths(reader)
  checkFunctionsExist(reader)
  for (const { name, place } of reader.functions) checkPlaceInUpdate(reader, name, place)
  const twice = sections.find((section, i) => sections.indexOf(section) < i)
  if (twice !== undefined) throw reader.fault(sentences.sectionTwice(twice))
}

export function checkPaths(reader: TokenReader): void {
  const reserved = reader.names.find(isReservedWord)
  if (reserved !== undefined) throw reader.fault(sentences.reservedWord(reserved))
  const [sentence] = reader.pathFaults
  if (sentence !== undefined) throw reader.fault(sentence)
}

function checkOperatorCount(reader: TokenReader): void {
  if (reader.operators > expressionOperatorsMax) throw reader.fault(sentences.tooManyOperators)
}

function checkFunctionsExist(reader: TokenReader): void {
  for (const { name } of reader.functions) {
    if (conditionFunctions.has(name) || updateFunctions.has(name) || name === 'size') continue
    throw reader.fault(sentences.unknownFunction(name))
  }
}

function checkPlaceInCondition(reader: TokenReader, name: string, place: FunctionPlace): void {
  if (updateFunctions.has(name)) throw reader.fault(sentences.functionNotInCondition(name))
  if (conditionFunctions.has(name) !== (place === 'condition')) {
    throw reader.fault(sentences.functionMisused(name))
  }
}

function checkPlaceInUpdate(reader: TokenReader, name: string, place: FunctionPlace): void {
  if (!updateFunctions.has(name)) throw reader.fault(sentences.functionNotInUpdate(name))
  // AWS: list_append may only be the whole value; it cannot even be inside another list_append.
  if (name === 'list_append' && place === 'operand') {
    throw reader.fault(sentences.functionMisused(name))
  }
}
